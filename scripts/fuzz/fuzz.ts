// Tries many inputs, the same ones for the same seed: none may throw, take longer than a second, or lose an answer.
import { traceOf } from '../../src/text/index.js';
import { archives } from './archives.js';
import { frames } from './frames.js';
import { configurations, events, outputs } from './pure-targets.js';
import { Random } from './random.js';
import type { Target } from './target.js';

export interface Finding {
  readonly target: string;
  /** The input is the one that `--seed` with this number makes first. */
  readonly seed: number;
  readonly what: string;
}

export interface FuzzReport {
  readonly tried: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  /** Milliseconds of CPU time, and the seed of the input that took them. */
  readonly slowest: { readonly ms: number; readonly target: string; readonly seed: number };
}

const LONGEST_MS = 1000;
const MOST_FINDINGS = 20;

export async function fuzz(
  seed: number,
  count: number,
  only: string | null = null,
  tell: (target: string, tried: number) => void = () => undefined,
): Promise<FuzzReport> {
  const all: readonly Target[] = [configurations, events, outputs, frames(), archives()];
  const targets = all.filter(({ name }) => only === null || name === only);
  const findings: Finding[] = [];
  const tried: Record<string, number> = {};
  let slowest = { ms: 0, target: '', seed };
  for (const target of targets) {
    const share = only === null ? Math.ceil(count * target.share) : count;
    tried[target.name] = 0;
    for (let index = 0; index < share && findings.length < MOST_FINDINGS; index += 1) {
      const own = (seed + index) >>> 0;
      const before = process.cpuUsage();
      const what = await problemIn(target, own);
      const { user, system } = process.cpuUsage(before);
      const ms = (user + system) / 1000;
      if (ms > slowest.ms) slowest = { ms, target: target.name, seed: own };
      const slow = ms > LONGEST_MS ? `it took ${Math.round(ms)} ms of CPU time` : null;
      const found = what ?? slow;
      if (found !== null) findings.push({ target: target.name, seed: own, what: found });
      tried[target.name] = index + 1;
      if ((index + 1) % 10_000 === 0) tell(target.name, index + 1);
    }
  }
  for (const target of all) await target.close?.();
  return { tried, findings, slowest };
}

async function problemIn(target: Target, seed: number): Promise<string | null> {
  try {
    await target.tryOne(new Random(seed));
    return null;
  } catch (error) {
    return traceOf(error);
  }
}
