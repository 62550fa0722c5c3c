// Starts processes, and notices where that holds the host up: Node forks, and a fork copies the page tables of the host.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { HookProcess } from './ready/index.js';

/** How a hook is started. */
export interface SpawnHow {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly detached: boolean;
  readonly windowsHide: boolean;
  readonly stdio: (number | 'pipe')[];
}

/** A process that was started, or is about to say why it was not. */
export interface Spawned extends HookProcess {
  /** `undefined`: it was not started. */
  readonly pid?: number | undefined;
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  once(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
}

/** Starts a process; throws, or has it say, why the system did not let it. */
export type Spawn = (file: string, args: readonly string[], how: SpawnHow) => Spawned;

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
