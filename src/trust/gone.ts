// What a person approved and the project no longer has.
import { resolve } from 'node:path';
import { type EventName, findEventRow } from '../events/index.js';
import { liesIn } from '../files/index.js';
import type { Approvals, Last, Lasts } from './store.js';

export interface Gone {
  readonly item: string;
  /** The event that it guarded; `null`: it was no guard, or nobody knows. */
  readonly guarded: EventName | null;
  /** The file that it stood in, from the project; `null`: nobody knows. */
  readonly from: string | null;
  /** What it was asked about. */
  readonly matcher: unknown;
  readonly condition: unknown;
}

/** What a reading of the configuration looked at. */
export interface Reading {
  readonly projectDir: string;
  /** The items that it found. */
  readonly items: ReadonlySet<string>;
  /** The files that it read or missed. */
  readonly files: readonly string[];
}

/** Something of a file that this reading did not look at is not gone: another host reads it. */
export function goneFrom({ items }: Approvals, lasts: () => Lasts, reading: Reading): readonly Gone[] {
  // There may be thousands, and nearly always none is missing.
  const missing = Object.keys(items).filter(
    (item) => !reading.items.has(item) && (items[item]?.approved.length ?? 0) > 0,
  );
  if (missing.length === 0) return [];
  const known = lasts();
  const files = new Set(reading.files);
  return missing.flatMap((item): Gone[] => {
    const last = known[item];
    const from = last?.from ?? null;
    const file = from === null ? null : resolve(reading.projectDir, from);
    // A plugin's folder that was removed is in no list of files; the hooks directory is always read.
    const looked =
      file === null || files.has(file) || liesIn(resolve(reading.projectDir, '.amplifier/hooks'), file);
    if (!looked) return [];
    const { matcher = null, if: condition = null } = last?.definition ?? {};
    return [{ item, guarded: guardedBy(last), from, matcher, condition }];
  });
}

function guardedBy(last: Last | undefined): EventName | null {
  const event = last?.definition['event'];
  const row = typeof event === 'string' ? findEventRow(event) : undefined;
  // One that only observed when it was approved kept nobody from anything.
  if (last?.definition['mode'] === 'observe') return null;
  return row?.tool === true && row.permission ? row.name : null;
}
