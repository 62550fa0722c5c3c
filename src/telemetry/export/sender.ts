// A process that sends what others left for it: one for each collector, and only as long as something comes.
import { rmSync } from 'node:fs';
import { Busy, lock, ownFolder, textIn } from '../../files/index.js';
import { handedOver } from '../hand-over/parse.js';
import { type Place, placeFor, reportAt, tidy, waitingIn, writeReport } from '../hand-over/place.js';
import { type TelemetrySettings, telemetrySettings } from '../settings/index.js';
import type { Env } from '../wanted.js';
import { Exporter, NOT_SENT } from './exporter.js';

export interface SenderOptions {
  readonly env: Env;
  readonly stateDir: string;
  /** It ends when nothing came for so long. */
  readonly idleMs?: number;
}

const IDLE_MS = 3000;
const LOOK_MS = 100;
/** How long what is there last may take. */
const ENDING_MS = 10_000;
const LARGEST = 4 * 1024 * 1024;

/** Resolves when there is nothing left to send, or when another process does it. */
export async function sendWaiting({ env, stateDir, idleMs = IDLE_MS }: SenderOptions): Promise<void> {
  const { settings } = telemetrySettings(env);
  if (settings === null) return;
  const place = placeFor(stateDir, settings);
  ownFolder(place.folder);
  // Who hands something over while this one ends starts nobody, so it looks again afterwards.
  do {
    try {
      const held = lock(place.lock);
      try {
        await sendUntilIdle(place, settings, idleMs);
      } finally {
        held.release();
      }
    } catch (error) {
      if (error instanceof Busy) return;
      throw error;
    }
  } while (waitingIn(place).length > 0);
}

async function sendUntilIdle(place: Place, settings: TelemetrySettings, idleMs: number): Promise<void> {
  const problems = new Set<string>();
  const onProblem = (problem: string): void => void problems.add(problem);
  const exporter = new Exporter({ settings, onProblem, delayMs: LOOK_MS });
  tidy(place);
  for (let last = performance.now(); performance.now() - last < idleMs; ) {
    if (takeAll(place, exporter, onProblem) > 0) last = performance.now();
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  await exporter.close(ENDING_MS);
  const lost = [...exporter.dropped.values()].reduce((sum, count) => sum + count, 0);
  const dropped = (reportAt(place)?.dropped ?? 0) + lost;
  // Counts differ each time, and are told by `doctor`.
  writeReport(place, {
    at: Date.now(),
    problems: [...problems].filter((one) => !one.startsWith(`telemetry: ${NOT_SENT}`)),
    dropped,
  });
}

/** Gives how many files there were. A file is taken by removing it, so that it is never sent twice. */
function takeAll(place: Place, exporter: Exporter, onProblem: (problem: string) => void): number {
  const files = waitingIn(place);
  for (const file of files) {
    const text = textIn(file, LARGEST) ?? '';
    rmSync(file, { force: true });
    const found = handedOver(text);
    if (found === null)
      onProblem('telemetry: what was left to be sent is partly not understood, and dropped');
    for (const one of found?.happened ?? []) exporter.record(one, found?.parent ?? null);
  }
  return files.length;
}
