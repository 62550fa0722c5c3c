// What a page wishes to be done: shown first, by the same functions as the commands, and carried out as it was shown.
import type { Switched } from '../../config/index.js';
import { engineOf } from '../../engine/index.js';
import { explainEvent } from '../../explain/index.js';
import { shortName } from '../../hook-name.js';
import { type EventEntry, inputMarks, journalFor, lastEvent, verdictOf } from '../../journal/index.js';
import { type Done, type Plan, Refused, type Wish } from '../../studio/index.js';
import { plural, REDACTED } from '../../text/index.js';
import { approve, survey } from '../../trust/index.js';
import { showDecision } from '../show/decision.js';
import { entryInWords, showEntry } from '../show/trust.js';
import { turnOf } from '../work/answering.js';
import { concernedBy } from '../work/approve-event.js';
import { everythingOf } from '../work/everything-of.js';
import { ownAct } from '../work/own-act.js';
import { BY_PERSON, whyNotAgent } from '../work/person.js';
import { reachesOf } from '../work/reaches.js';
import { switchOver, switchReport } from '../work/switching.js';
import { type Place, placeFor } from './circumstances.js';
import { inputOf, launchLines } from './look.js';

/** Events that are fired from the page belong to a session of their own. */
const SESSION = 'studio';

const refusal = (title: string, why: string, hint: string | null = null): Plan => ({
  may: false,
  title,
  why,
  hint,
});

const done = (message: string, lines: readonly string[] = []): Done => ({
  done: true,
  message,
  lines,
  result: null,
});

/** Fires a recorded event again, at the hooks that would be asked now. */
export async function runAgain(place: Place, event: EventEntry): Promise<Plan> {
  const { settled, screen, hint } = place;
  const title = `Run ${event.event}${event.target === null ? '' : ` ${event.target}`} again`;
  const input = inputOf(event, { session_id: SESSION });
  const turn = turnOf(input, settled.env);
  if (turn.kind !== 'new') return refusal(title, turn.why);
  const looking = engineOf({ ...settled, journal: null });
  const { hooks, shut } = await explainEvent(looking, settled, input).finally(() => looking.close());
  if (shut !== null) return refusal(title, shut);
  const runs = hooks.filter(({ runs: isRun }) => isRun);
  const concerned = new Set((await concernedBy(settled, input)).map(({ id }) => id));
  const untrusted = hooks.filter(({ hook, rule }) => rule === 'untrusted' && concerned.has(hook.id));
  if (runs.length === 0)
    return refusal(
      title,
      untrusted.length === 0
        ? 'No hook would run.'
        : `No hook would run: ${plural(untrusted.length, 'hook is', 'hooks are')} not approved.`,
    );
  return {
    may: true,
    title,
    parts: [
      ...runs.map((one) => ({
        title: `${shortName(one.hook)} (${one.hook.id}), ${one.hook.source.file}:${one.hook.line}`,
        lines: [...launchLines(one, place)],
        mono: true,
      })),
      {
        title: 'What they read on stdin',
        lines: JSON.stringify(input.fields, null, 2).split('\n'),
        mono: true,
      },
    ],
    warnings: [
      'The hooks run for real, now, with everything that they do.',
      ...warningsOf(event),
      ...untrusted.map(({ hook, why }) => `Does not run: ${shortName(hook)} (${hook.id}): ${hint(why)}`),
    ],
    confirm: runs.length === 1 ? 'Run this hook' : `Run these ${runs.length} hooks`,
    carryOut: async (signal) => {
      const { env, stateDir, projectDir } = settled;
      const journal = journalFor(env, stateDir, projectDir);
      const engine = engineOf({ ...settled, env: { ...env, ...turn.env }, journal });
      try {
        const now = engine.plan(input).runs.map(({ id }) => id);
        if (now.join() !== runs.map(({ hook }) => hook.id).join())
          throw new Refused('Other hooks would run by now.', 'Look at it again.');
        const decision = await engine.dispatch(input, { signal });
        await engine.idle();
        await journal?.flush();
        return {
          done: true,
          message: `${plural(decision.runs.length, 'hook')} ran.`,
          lines: showDecision(decision, screen),
          result: {
            verdict: verdictOf(decision),
            reason: decision.reason,
            event: journal === null ? null : await lastId(place),
          },
        };
      } finally {
        await engine.close();
        await journal?.close();
      }
    },
  };
}

function warningsOf({ detail }: EventEntry): readonly string[] {
  const missing = new Set(inputMarks(detail).map(({ why }) => why));
  return [
    ...(missing.has('redacted') ? [`Secrets are not recorded: ${REDACTED} stands in their place.`] : []),
    ...(missing.has('cut') || missing.has('left-out')
      ? ['Long texts are recorded in part, and only that part is sent.']
      : []),
  ];
}

async function lastId({ settled: { stateDir, projectDir } }: Place): Promise<string | null> {
  return (await lastEvent({ stateDir, projectDir, session: SESSION }))?.event.id ?? null;
}

/** Switches a hook on or off, as `enable` and `disable` do. */
export function switchHook(
  { call, settled, screen }: Place,
  to: Switched,
  { hook, scope = 'local' }: Extract<Wish, { action: 'enable' | 'disable' }>,
): Plan {
  const { request, projectDir } = settled;
  const look = switchOver(request, hook, { to, scope, dryRun: true });
  const lines = (dryRun: boolean, { target, change }: typeof look): string[] =>
    switchReport(target, { to, scope, dryRun }, change, screen);
  const title = to === 'enabled' ? 'Switch on' : 'Switch off';
  const notAgent = to === 'disabled' ? whyNotAgent(call.io) : null;
  if (notAgent !== null) return refusal(title, `Nothing is switched off from here: ${notAgent}.`, BY_PERSON);
  if (look.change.kind === 'unchanged') return refusal(title, lines(true, look).join(' '));
  return {
    may: true,
    title: `${title}: ${look.target.hooks.map(shortName).join(', ') || look.target.name}`,
    parts: [{ title: 'What changes', lines: lines(true, look), mono: true }],
    warnings: [],
    confirm: title,
    carryOut: async () => {
      const result = switchOver(request, hook, { to, scope, dryRun: false });
      const on = new Set(result.target.hooks.map(({ id }) => id));
      const approved =
        to === 'enabled'
          ? ownAct(call.io, {
              projectDir,
              plugins: request.plugins,
              meant: (entry) => entry.kind === 'hook' && on.has(entry.hook.id),
            })
          : [];
      return done(to === 'enabled' ? 'It is switched on.' : 'It is switched off.', [
        ...lines(false, result),
        ...approved,
      ]);
    },
  };
}

/** Approves a hook of a project as it was shown, as `trust` does. */
export async function trustHook(
  { call, settled: { projectDir } }: Place,
  id: string,
  noTrust: string | null,
): Promise<Plan> {
  const title = 'Let it run';
  if (noTrust !== null)
    return refusal(
      title,
      `Nothing is approved from here: ${noTrust}.`,
      'Call `amplifier-hooks trust` yourself, at a terminal.',
    );
  // Whatever a host may read of a project is looked at, as `trust` does.
  const { settled, screen } = placeFor(everythingOf(call), projectDir);
  const found = survey(settled.request, settled.stateDir);
  if (found.broken !== null) return refusal(title, found.broken, found.remedy);
  const entry = found.entries.find((one) => one.kind === 'hook' && one.hook.id === id);
  if (entry === undefined) return refusal(title, 'This hook needs no approval, or is not there any more.');
  if (entry.state === 'trusted') return refusal(title, 'This hook is approved as it is.');
  const [problem] = entry.identity.problems;
  if (problem !== undefined) return refusal(title, `It cannot be approved: ${problem}.`);
  const reaches = await reachesOf(settled);
  return {
    may: true,
    title: `Let it run: ${entryInWords(entry)}`,
    parts: [
      { title: 'All of it', lines: showEntry(entry, reaches.get(id) ?? null, found, screen), mono: true },
    ],
    warnings: ['It runs with your rights, whenever its event comes. Approve what you have read.'],
    confirm: 'Let it run',
    // What was looked at is what is approved, whatever became of the files since.
    carryOut: async () => {
      const [unfit] = approve(found, [entry], new Date());
      return unfit === undefined
        ? done('It is approved.', ['Take it back with: `amplifier-hooks untrust`'])
        : { ...done(`It is not approved: ${unfit.why}`), done: false };
    },
  };
}
