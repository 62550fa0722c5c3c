// Hooks of a project that an event would run and nobody approved: a person at a terminal may approve them on the spot.
import { followIn } from '../../config/index.js';
import { engineOf, type Settled, unjudged } from '../../engine/index.js';
import type { HookInput } from '../../events/index.js';
import type { Hook } from '../../nouns.js';
import { plural } from '../../text/index.js';
import { commandFor, type Entry, survey } from '../../trust/index.js';
import type { Call } from '../command.js';
import { complain } from '../io.js';
import { flag } from '../options/flags.js';
import { letRun } from './let-run.js';

/** Says what stays out, and why; whoever runs the event afterwards runs what is approved then. `true`: something was said. */
export async function approveForEvent(call: Call, settled: Settled, input: HookInput): Promise<boolean> {
  const { stateDir, projectDir, request, guard } = settled;
  const follow = followIn(request);
  if (guard === null || follow === null || follow === 'all' || flag(call.options, 'requireTrusted'))
    return false;
  const found = survey(request, stateDir, guard.digests);
  const concerned = await concernedBy(settled, input);
  const waiting = found.entries.filter(
    (entry) => (entry.state === 'new' || entry.state === 'changed') && isOneOf(concerned, entry),
  );
  if (waiting.length === 0) return false;
  const one = waiting.length === 1;
  const question = `This event runs ${one ? 'it' : 'them'}. Let ${one ? 'it' : 'them'} run?`;
  const answered = await letRun(call, found, waiting, question);
  if (answered.may) return true;
  const servers = waiting.filter(({ kind }) => kind === 'server').length;
  const hooks = waiting.length - servers;
  const what = [
    ...(hooks === 0 ? [] : [plural(hooks, 'hook')]),
    ...(servers === 0 ? [] : [plural(servers, 'MCP server')]),
  ].join(' and ');
  complain(call.io, [
    `Not approved, so not run: ${what} of this project, because ${answered.because}. Approve: \`${commandFor(projectDir)}\``,
  ]);
  return true;
}

/** The hooks that would run if nobody had to be asked. */
export async function concernedBy(settled: Settled, input: HookInput): Promise<readonly Hook[]> {
  const engine = engineOf({ ...unjudged(settled), journal: null, watch: false });
  try {
    return engine.plan(input).runs;
  } finally {
    await engine.close();
  }
}

function isOneOf(hooks: readonly Hook[], entry: Entry): boolean {
  if (entry.kind === 'hook') return hooks.some(({ id }) => id === entry.hook.id);
  if (entry.kind === 'settings') return false;
  return hooks.some(({ handler }) => handler.type === 'mcp_tool' && handler.server === entry.server.name);
}
