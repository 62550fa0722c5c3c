// What the journal tells: whether it can be read, and which hooks have never run.
import { statSync } from 'node:fs';
import type { Settled } from '../engine/index.js';
import { aboutUnknown, findEventRow } from '../events/index.js';
import { sampleWords } from '../explain/index.js';
import { journalStats } from '../journal/index.js';
import type { Generation, Hook } from '../nouns.js';
import { dayOf, momentOf, plural, quote, reasonOf } from '../text/index.js';
import { type Finding, inArea } from './finding.js';
import { hookInWords } from './hooks.js';

const { pass, warn, fail } = inArea('journal');

export async function journal(generation: Generation, settled: Settled): Promise<readonly Finding[]> {
  const { stateDir, projectDir } = settled;
  const problems: Finding[] = [];
  try {
    const stats = await journalStats({
      stateDir,
      projectDir,
      onProblem: ({ file, message }) =>
        problems.push(warn(`${file}: ${message}`, 'Check its permissions, or remove it.', { file })),
    });
    if (stats.sessions === 0) return [...problems, pass('nothing is recorded yet about this project')];
    const since = stats.from === null ? '' : ` since ${dayOf(stats.from)}`;
    const events = stats.events.reduce((sum, { ran, idle }) => sum + ran + idle, 0);
    const readable = pass(
      `${plural(events, 'event')} of ${plural(stats.sessions, 'session')} ${events === 1 ? 'is' : 'are'} recorded${since}`,
    );
    return [
      ...problems,
      readable,
      ...unknownEvents(stats),
      ...(await neverFired(generation, stats, settled)),
    ];
  } catch (error) {
    return [
      fail(`the journal cannot be read: ${reasonOf(error)}`, `Check the permissions below ${stateDir}.`),
    ];
  }
}

type Stats = Awaited<ReturnType<typeof journalStats>>;

/** What a host sends and no hook can be attached to. */
const unknownEvents = ({ events }: Stats): readonly Finding[] =>
  events
    .filter(({ event }) => findEventRow(event) === undefined)
    .map(({ event, ran, idle }) =>
      warn(
        `${plural(ran + idle, 'event')} ${quote(event)} came, which nobody knows: no hook was asked`,
        aboutUnknown(event),
      ),
    );

/** A hook whose event came again and again and that never ran is a hook that nobody has. */
async function neverFired(
  { hooks }: Generation,
  { hooks: ran }: Stats,
  settled: Settled,
): Promise<readonly Finding[]> {
  const known = new Set(ran.map(({ hook }) => hook));
  const never = hooks.filter(({ id, inactive }) => inactive === null && !known.has(id));
  return (await whyNeverRan(never, settled)).map(({ hook, why, fix }) => {
    const place = { file: hook.source.file, line: hook.line, column: hook.column };
    const message = `${hookInWords(hook)}: ${why}`;
    return fix === null ? pass(message, place) : warn(message, fix, place);
  });
}

/** For hooks that are armed and not recorded: what is known about why, and what to do; `null`: nothing is to be done. */
export async function whyNeverRan(
  hooks: readonly Hook[],
  settled: Settled,
): Promise<readonly { readonly hook: Hook; readonly why: string; readonly fix: string | null }[]> {
  const countSince = counter(settled);
  const { projectDir: project, home } = settled;
  const found: { readonly hook: Hook; readonly why: string; readonly fix: string | null }[] = [];
  for (const hook of hooks) {
    const since = writtenAt(hook.source.file);
    const count = await countSince(hook.event, since);
    const words = sampleWords(hook, { project, home, rulesRoot: hook.source.rulesRoot });
    const there = count === 1 ? 'was 1' : `were ${count}`;
    found.push(
      count === 0
        ? { hook, why: `has not run, there was no ${hook.event} since its file was written`, fix: null }
        : {
            hook,
            why: `has never run, though there ${there} ${hook.event} since its file was written (${momentOf(since)})`,
            fix: `See why: \`amplifier-hooks explain ${words}\``,
          },
    );
  }
  return found;
}

/** Before its file was last written a hook may not have existed, and events of that time prove nothing. */
const writtenAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Counts the events since a moment; most hooks stand in few files. */
function counter({ stateDir, projectDir }: Settled): (event: string, since: number) => Promise<number> {
  const known = new Map<number, Promise<Stats>>();
  return async (event, since) => {
    const stats = known.get(since) ?? journalStats({ stateDir, projectDir, since, certain: true });
    known.set(since, stats);
    const found = (await stats).events.find(({ event: name }) => name === event);
    return found === undefined ? 0 : found.ran + found.idle;
  };
}
