// What was seen of every event under each of Amplifier's loops, as the tests of the Python module wrote it down.
import { readFileSync } from 'node:fs';
import { EVENT_NAMES } from '../src/events/index.js';
import { isRecord } from '../src/text/index.js';
import { code, table } from './markdown.js';

/** Seen from where npm and vitest run. */
const FILE = 'python/tests/coverage.json';

const LOOPS = ['streaming', 'basic', 'events'] as const;

/** What a hook may say at an event, and what becomes of it. */
const OUTCOMES = ['takes effect', 'the user is told that it does not', 'is lost'] as const;

interface Seen {
  readonly fires: boolean;
  readonly says: readonly (readonly [string, string])[];
}

/** The table: a row an event, a column a loop. */
export function coverageTable(): string {
  const loops = LOOPS.map((loop) => seenUnder(loop));
  const rows = EVENT_NAMES.map((event) => [code(event), ...loops.map((seen) => cell(seen(event)))]);
  return table(['event', ...LOOPS.map((loop) => `loop-${loop}`)], rows);
}

function cell({ fires, says }: Seen): string {
  const counted = namesOf(says, OUTCOMES[0]);
  const told = namesOf(says, OUTCOMES[1]);
  if (!fires) return told === '' ? 'does not run' : 'does not run, and the user is told';
  return `runs${counted === '' ? '' : `; ${counted}`}${told === '' ? '' : `; told to the user only: ${told}`}`;
}

const namesOf = (says: Seen['says'], outcome: string): string =>
  says
    .filter(([, seen]) => seen === outcome)
    .map(([name]) => code(name))
    .join(', ');

function seenUnder(loop: string): (event: string) => Seen {
  const all: unknown = JSON.parse(readFileSync(FILE, 'utf8'));
  const events = isRecord(all) ? all[loop] : null;
  return (event) => {
    const seen = isRecord(events) ? events[event] : null;
    if (!isRecord(seen) || typeof seen['fires'] !== 'boolean' || !isRecord(seen['says']))
      throw new Error(`${FILE} says nothing of ${event} under ${loop}; UPDATE_COVERAGE=1 writes it anew`);
    return { fires: seen['fires'], says: Object.entries(seen['says']).map(outcome) };
  };
}

function outcome([name, seen]: readonly [string, unknown]): readonly [string, string] {
  const known = OUTCOMES.find((one) => one === seen);
  if (known === undefined || known === 'is lost') throw new Error(`${FILE}: ${name}: ${String(seen)}`);
  return [name, known];
}
