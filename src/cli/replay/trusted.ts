// Which hooks of the copies may run: those whose content a person approved in the real place, or approves now.
import { followIn } from '../../config/index.js';
import type { Settled } from '../../engine/index.js';
import { plural } from '../../text/index.js';
import { commandFor, surveyOfCopy, Trust } from '../../trust/index.js';
import type { Call } from '../command.js';
import { complain, UserError } from '../io.js';
import { flag } from '../options/flags.js';
import { letRun } from '../work/let-run.js';
import type { ReplayWorld } from './world.js';

/** The options of the copies with somebody who is asked before a hook is started. */
export async function trusted(call: Call, here: Settled, world: ReplayWorld): Promise<Settled> {
  const { settled, keyOf, approvedIn } = world;
  const follow = followIn(settled.request);
  const given = new Set(here.guard?.digests);
  // Nobody is asked in this mode.
  if (here.guard === null || follow === null) return judgedBy(settled, given);
  const look = () =>
    surveyOfCopy(settled.request, settled.stateDir, { stateDir: here.stateDir, keyOf, follow }, given);
  let found = look();
  const waiting = found.entries.filter(({ state }) => state === 'new' || state === 'changed');
  if (waiting.length > 0) {
    const answered = await letRun(call, found, waiting, 'The replay runs them, on copies. Let them run?');
    if (answered.may) found = look();
    else {
      const not = `Not replayed: ${plural(waiting.length, 'hook or setting', 'hooks and settings')} that nobody approved, because ${answered.because}.`;
      const hint =
        approvedIn === null ? 'At a terminal you are asked.' : `Approve: \`${commandFor(approvedIn)}\``;
      if (flag(call.options, 'requireTrusted')) throw new UserError(not, hint);
      complain(call.io, [`${not} ${hint}`]);
    }
  }
  const may = found.entries.filter(({ state }) => state === 'trusted');
  const all = found.follow && may.length === found.entries.length;
  const trust = { stated: all ? 'follow' : 'content', usual: settled.request.trust.usual } as const;
  const digests = new Set([...given, ...may.map(({ identity }) => identity.digest)]);
  return judgedBy({ ...settled, request: { ...settled.request, trust } }, digests);
}

/** Answers of the real place count by their digests alone: the copies have a state directory of their own. */
function judgedBy(settled: Settled, digests: ReadonlySet<string>): Settled {
  const guard = new Trust({ stateDir: settled.stateDir, digests });
  return { ...settled, guard, request: { ...settled.request, judge: guard.judge } };
}
