// Measuring: interleaved rounds, medians, ratios.
import { performance } from 'node:perf_hooks';

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export type Contestant = () => Promise<unknown>;

/** Milliseconds of processor time that this process used: what else the machine does counts less. */
export const cpuTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Milliseconds of each contestant, one run each a round, in an order that changes every round. */
export async function interleaved<Name extends string>(
  contestants: Readonly<Record<Name, Contestant>>,
  rounds: number,
  clock: () => number = () => performance.now(),
): Promise<Record<string, number[]>> {
  const names = Object.keys(contestants).filter((name): name is Name => name in contestants);
  const times: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  const warmUp = Math.ceil(rounds / 5);
  for (let round = -warmUp; round < rounds; round += 1) {
    const turn = Math.abs(round) % names.length;
    for (const name of [...names.slice(turn), ...names.slice(0, turn)]) {
      const start = clock();
      await contestants[name]();
      if (round >= 0) times[name]?.push(clock() - start);
    }
  }
  return times;
}

/** The medians of a floor and of what is measured against it. */
export interface Pair {
  readonly floor: number;
  readonly own: number;
}

const PASSES = 3;

/** Measured several times, one after the other, and of these the one in the middle: what else the machine does comes and goes. */
export async function inTheMiddle(
  measure: () => Promise<Readonly<Record<string, readonly number[]>>>,
): Promise<Pair> {
  const pairs: Pair[] = [];
  for (let pass = 0; pass < PASSES; pass += 1) {
    const measured = await measure();
    pairs.push({ floor: median(measured['floor'] ?? []), own: median(measured['engine'] ?? []) });
  }
  const [, middle] = pairs.sort((one, other) => one.own / one.floor - other.own / other.floor);
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}

/** Longest gap between two turns of the event loop while something runs, in milliseconds. */
export async function stallDuring(work: Contestant): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let running = true;
  const tick = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (running) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  running = false;
  return longest;
}
