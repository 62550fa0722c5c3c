// What the journal tells: whether it can be read, and which hooks have never run.
import type { Settled } from '../engine/index.js';
import { aboutUnknown, findEventRow } from '../events/index.js';
import { journalStats } from '../journal/index.js';
import type { Generation } from '../nouns.js';
import { quote, reasonOf } from '../text/index.js';
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
    const since = stats.from === null ? '' : ` since ${new Date(stats.from).toISOString().slice(0, 10)}`;
    const events = stats.events.reduce((sum, { ran, idle }) => sum + ran + idle, 0);
    const readable = pass(`${events} events of ${stats.sessions} sessions are recorded${since}`);
    return [...problems, readable, ...unknownEvents(stats), ...neverFired(generation, stats)];
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
        `${ran + idle} events ${quote(event)} came, which nobody knows: no hook was asked`,
        aboutUnknown(event),
      ),
    );

/** A hook whose event came again and again and that never ran is a hook that nobody has. */
function neverFired({ hooks }: Generation, { hooks: ran, events }: Stats): readonly Finding[] {
  const known = new Set(ran.map(({ hook }) => hook));
  return hooks
    .filter(({ id, inactive }) => inactive === null && !known.has(id))
    .flatMap((hook) => {
      const event = events.find(({ event: name }) => name === hook.event);
      const count = event === undefined ? 0 : event.ran + event.idle;
      const place = { file: hook.source.file, line: hook.line, column: hook.column };
      if (count === 0)
        return [pass(`${hookInWords(hook)}: has not run, there was no ${hook.event} yet`, place)];
      return [
        warn(
          `${hookInWords(hook)}: has never run, though there ${count === 1 ? 'was 1' : `were ${count}`} ${hook.event}`,
          `amplifier-hooks explain ${hook.event} says why.`,
          place,
        ),
      ];
    });
}
