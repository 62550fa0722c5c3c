// Starts processes, and notices where that holds the host up: Node forks, and a fork copies the page tables of the host.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** Starts to judge by. */
const RECENT = 3;
const BLOCKS_MS = 3;
/** Where a host is small a slow start is not the fault of its size, and nobody else would start anything faster. */
const LARGE = 100 * 1024 * 1024;

/** How long the last starts took, in milliseconds. Memory is that of the whole process, so all runners share this. */
let recent: readonly number[] = [];

/** `spawn`, timed. */
export function timedSpawn(file: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const begun = performance.now();
  try {
    return spawn(file, args, options);
  } finally {
    recent = [performance.now() - begun, ...recent].slice(0, RECENT);
  }
}

/** Whether starting processes holds this host up because of its size. */
export function isHeldUp(): boolean {
  if (recent.length < RECENT || recent.some((ms) => ms < BLOCKS_MS)) return false;
  const { rss, heapTotal } = process.memoryUsage();
  // The heap of JavaScript is not copied.
  return rss - heapTotal > LARGE;
}
