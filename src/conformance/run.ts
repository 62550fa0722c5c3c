// Runs vectors: several at a time, and those that measure time alone at the end.
import type { WarmMode } from '../nouns.js';
import { DIVERGENCES, type Divergence } from './divergences.js';
import type { Loaded } from './load.js';
import { reasonToSkip } from './needs.js';
import type { Outcome, Problem, Result } from './result.js';
import { runVector } from './run-vector.js';
import { isTimed, type Vector, vectorName } from './vector.js';

export interface RunOptions {
  /** How many vectors run at the same time; default 4. */
  readonly jobs?: number;
  /** What a slow machine may multiply `maxMs` with. */
  readonly timeScale?: number;
  readonly stepLimitMs?: number;
  /** The documented differences; a vector named there may fail if it allows that. */
  readonly divergences?: readonly Divergence[];
  /** `forced`: every hook runs in a process that was started before its event; default: none. */
  readonly warm?: WarmMode;
}

const JOBS = 4;
const STEP_LIMIT_MS = 20_000;

/** Runs all vectors; the results stand in the order of the vectors. */
export async function runVectors(
  loaded: readonly Loaded[],
  options: RunOptions = {},
): Promise<readonly Result[]> {
  const results = new Map<Loaded, Result>();
  const run = async (item: Loaded): Promise<void> => {
    const before = performance.now();
    const outcome = await judge(item, options);
    results.set(item, { subject: item.subject, outcome, durationMs: Math.round(performance.now() - before) });
  };
  const alone = (item: Loaded): boolean => item.ok && isTimed(item.vector);
  await inParallel(
    options.jobs ?? JOBS,
    loaded.filter((item) => !alone(item)),
    run,
  );
  await inParallel(1, loaded.filter(alone), run);
  return loaded.flatMap((item) => results.get(item) ?? []);
}

async function judge(item: Loaded, options: RunOptions): Promise<Outcome> {
  if (!item.ok) {
    const problems = item.problems.map((message): Problem => ({ kind: 'broke', step: null, message }));
    return { kind: 'failed', problems };
  }
  const { vector } = item;
  const skip = reasonToSkip(vector);
  if (skip !== null) return { kind: 'skipped', reason: skip };
  const problems = await runVector(vector, {
    timeScale: options.timeScale ?? 1,
    stepLimitMs: options.stepLimitMs ?? STEP_LIMIT_MS,
    warm: options.warm ?? 'off',
  });
  if (problems.length === 0) return { kind: 'passed' };
  const reason = documentedReason(vector, options.divergences ?? DIVERGENCES);
  return reason === null ? { kind: 'failed', problems } : { kind: 'diverged', reason, problems };
}

/** A difference counts as documented only where the vector itself allows one. */
function documentedReason(vector: Vector, divergences: readonly Divergence[]): string | null {
  if (vector.divergence === null) return null;
  return divergences.find((divergence) => divergence.vector === vectorName(vector))?.reason ?? null;
}

/** Does the work for every item, at most so many at once. */
export async function inParallel<T>(
  jobs: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  // One iterator shared by all workers: each takes what the others have not taken yet.
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}
