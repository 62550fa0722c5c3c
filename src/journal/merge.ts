// Entries of several files in the order of time, without opening a file before its time has come.
import type { Entry } from './entries.js';
import { recordedAt } from './parse.js';

/** Processes write a moment after an event; so much may entries of one file be older than its header says. */
const SLACK_MS = 2000;

export interface Source {
  /** No entry of it comes before this time; read backwards: none comes after it. */
  readonly bound: number;
  open(): AsyncGenerator<readonly Entry[]>;
}

interface Cursor {
  readonly pieces: AsyncGenerator<readonly Entry[]>;
  piece: readonly Entry[];
  place: number;
  /** Time of the entry at `place`, negated when reading backwards: the least is next. */
  key: number;
  id: string;
}

/** The entries of all sources, oldest first, or newest first. */
export async function* merged(
  sources: readonly Source[],
  order: 'oldest-first' | 'newest-first',
): AsyncGenerator<Entry> {
  const sign = order === 'oldest-first' ? 1 : -1;
  const waiting = [...sources].sort((a, b) => sign * (a.bound - b.bound));
  const cursors: Cursor[] = [];
  try {
    for (;;) {
      const next = least(cursors, sign);
      const [source] = waiting;
      if (source !== undefined && (next === null || sign * source.bound - SLACK_MS <= next.key)) {
        waiting.shift();
        const cursor: Cursor = { pieces: source.open(), piece: [], place: -1, key: 0, id: '' };
        if (await advance(cursor, sign)) cursors.push(cursor);
        continue;
      }
      if (next === null) return;
      const entry = next.piece[next.place];
      if (entry !== undefined) yield entry;
      if (!(await advance(next, sign))) cursors.splice(cursors.indexOf(next), 1);
    }
  } finally {
    for (const { pieces } of cursors) await pieces.return(undefined);
  }
}

/** Within a millisecond ids tell the order, at least of what one process wrote. */
function isBefore(one: Cursor, other: Cursor, sign: number): boolean {
  if (one.key !== other.key) return one.key < other.key;
  return sign > 0 ? one.id < other.id : one.id > other.id;
}

function least(cursors: readonly Cursor[], sign: number): Cursor | null {
  let found: Cursor | null = null;
  for (const cursor of cursors) if (found === null || isBefore(cursor, found, sign)) found = cursor;
  return found;
}

async function advance(cursor: Cursor, sign: number): Promise<boolean> {
  cursor.place += 1;
  while (cursor.place >= cursor.piece.length) {
    const { done, value } = await cursor.pieces.next();
    if (done === true) return false;
    cursor.piece = value;
    cursor.place = 0;
  }
  const entry = cursor.piece[cursor.place];
  if (entry !== undefined) {
    cursor.key = sign * recordedAt(entry);
    cursor.id = 'id' in entry ? entry.id : '';
  }
  return true;
}
