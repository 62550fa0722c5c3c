// What was played in a host, as it is kept: the same from run to run.
import type { DrivenName } from './driver.js';
import type { Exchange, Seen } from './seen.js';

export interface Recording {
  readonly host: DrivenName;
  readonly version: string;
  /** The day, and the system. */
  readonly date: string;
  readonly system: string;
  /** Why it could not be played; `null`: it was. */
  readonly problem: string | null;
  readonly cases: readonly RecordedCase[];
}

export interface RecordedCase {
  readonly id: string;
  /** `works`, or what was seen instead. */
  readonly cell: string;
  /** Why, where it is not `works`: one of the host's own limits. */
  readonly why: string | null;
  readonly plays: readonly RecordedPlay[];
}

export interface RecordedPlay {
  /** Events that the case is about, or that were answered with something. */
  readonly exchanges: readonly Exchange[];
  readonly seen: Seen;
}

/** In place of the throw-away folder, with `home` and `project` in it. */
export const ROOT = '@ROOT@';

const MOMENT = 1_767_225_600_000;
const MOMENT_IN_WORDS = new Date(MOMENT).toISOString();
/** Numbers that no two runs have in common. */
const CHANGING = /(?:duration|elapsed|timestamp|tokens|usage|_ms|Ms)/;
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g, MOMENT_IN_WORDS],
  [/\d{4}-\d\d-\d\dT\d\d-\d\d(?:-\d\d(?![0-9a-f]))?/g, '2026-01-01T00-00'],
  [/\/\d{4}\/\d\d\/\d\d\//g, '/2026/01/01/'],
  [/-[0-9a-f]{8}\.jsonl/g, '-00000000.jsonl'],
  [/(?<!\d)1[789]\d{11}(?:_[a-z0-9]+)?/g, String(MOMENT)],
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:1'],
  [/PGID: \d+/g, 'PGID: 1'],
  [/Wall time: [\d.]+/g, 'Wall time: 1'],
];
const IDS =
  /(?<![0-9A-Za-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b(?:ses|msg|prt|evt|call|chatcmpl|toolu)_[A-Za-z0-9]{12,}\b/g;

/** A value of a play without what differs from run to run: where it was, who asked, when. */
export function stable<T>(value: T, root: string): T {
  const [place = root] = root.split('/').slice(-1);
  const ids = new Map<string, string>();
  const nameOf = (id: string): string => {
    const known = ids.get(id) ?? named(id, ids.size + 1);
    ids.set(id, known);
    return known;
  };
  const text = (own: string): string =>
    REPLACED.reduce(
      (shown, [what, instead]) => shown.replace(what, instead),
      own.replaceAll(root, ROOT).replaceAll(place, 'world').replace(IDS, nameOf),
    );
  return JSON.parse(JSON.stringify(value), (key, part: unknown) => {
    // Made-up names of sessions.
    if (key === 'slug') return key;
    if (typeof part === 'string') return text(part);
    return typeof part === 'number' ? number(key, part) : part;
  });
}

function number(key: string, value: number): number {
  if (value > 1.6e12 && value < 2.2e12) return MOMENT;
  return CHANGING.test(key) ? 1 : value;
}

function named(id: string, count: number): string {
  const [, kind] = /^([a-z]+)_/.exec(id) ?? [];
  const digits = String(count).padStart(12, '0');
  return kind === undefined ? `00000000-0000-4000-8000-${digits}` : `${kind}_${digits}`;
}
