// Roll-ups: what is left of files that were folded, one line each.
import { linesForwards } from '../files/index.js';
import { FAILURE_KINDS, type JournalProblem, VERDICTS } from './entries.js';
import { headerOf } from './files.js';
import { type Guard, isNumber, isRecord, isText, orMissing, orNull, shape } from './guards.js';
import type { Place } from './layout.js';
import { isFailureKind, isOutcome, isVerdict, parseJson } from './parse.js';
import type { EventSums, LastError, LastRun, ModelSums, SessionSpan, StoredTally } from './tally.js';

export interface Rollup {
  readonly kind: 'rollup';
  /** Name of the file that was folded. Two processes may fold the same file; the first line about it counts. */
  readonly file: string;
  readonly tally: StoredTally;
}

type StoredHook = StoredTally['hooks'][string];

const recordOf =
  <T>(guard: Guard<T>): Guard<Record<string, T>> =>
  (value): value is Record<string, T> =>
    isRecord(value) && Object.values(value).every(guard);

const countsOf =
  <Key extends string>(keys: readonly Key[]): Guard<Partial<Record<Key, number>>> =>
  (value): value is Partial<Record<Key, number>> =>
    isRecord(value) &&
    Object.entries(value).every(([key, count]) => keys.some((known) => known === key) && isNumber(count));

const isPair: Guard<readonly [number, number]> = (value): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(isNumber);

const isFailed = shape<NonNullable<LastRun['failed']>>({ kind: isFailureKind, message: isText });

const isStoredTally = shape<StoredTally>({
  hooks: recordOf(
    shape<StoredHook>({
      label: isText,
      event: isText,
      runs: isNumber,
      totalMs: isNumber,
      contextBytes: isNumber,
      verdicts: countsOf(VERDICTS),
      failures: countsOf(FAILURE_KINDS),
      last: shape<LastRun>({
        at: isNumber,
        outcome: isOutcome,
        exitCode: orNull(isNumber),
        ms: isNumber,
        verdict: isVerdict,
        failed: orNull(isFailed),
      }),
      lastError: orNull(shape<LastError>({ at: isNumber, kind: isFailureKind, message: isText })),
      models: orMissing(
        shape<ModelSums>({
          calls: isNumber,
          inputTokens: isNumber,
          outputTokens: isNumber,
          costUsd: isNumber,
          unpriced: isNumber,
        }),
      ),
      buckets: (value): value is StoredHook['buckets'] => Array.isArray(value) && value.every(isPair),
      maxMs: isNumber,
    }),
  ),
  events: recordOf(
    shape<EventSums>({ ran: isNumber, idle: isNumber, totalMs: isNumber, verdicts: countsOf(VERDICTS) }),
  ),
  sessions: recordOf(shape<SessionSpan>({ first: isNumber, last: isNumber })),
  lost: isNumber,
  damaged: isNumber,
});

const isRollup = shape<Rollup>({
  kind: (value): value is 'rollup' => value === 'rollup',
  file: isText,
  tally: isStoredTally,
});

/** The roll-ups of a project, each file once. */
export async function* rollupsOf(
  place: Place,
  onProblem: (problem: JournalProblem) => void,
): AsyncGenerator<Rollup> {
  if ((await headerOf(place.rollups, onProblem)) === null) return;
  const seen = new Set<string>();
  for await (const { lines } of linesForwards(place.rollups)) {
    for (const line of lines) {
      const value = parseJson(line.toString('utf8'));
      if (!isRollup(value) || seen.has(value.file)) continue;
      seen.add(value.file);
      yield value;
    }
  }
}

/** Names of the files that roll-ups stand for. */
export async function foldedFiles(
  place: Place,
  onProblem: (problem: JournalProblem) => void = () => undefined,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const { file } of rollupsOf(place, onProblem)) names.add(file);
  return names;
}
