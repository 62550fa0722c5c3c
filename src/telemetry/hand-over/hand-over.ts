// What a process that ends with its event does about telemetry, after its answer: it leaves a small file, and sees to it that
// somebody sends it. It opens no connection and waits for nobody.
import { randomBytes } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFolder, PRIVATE_FILE, replaceFile } from '../../files/index.js';
import type { Happened } from '../../journal/index.js';
import { reasonOf, sha256 } from '../../text/index.js';
import { telemetrySettings } from '../settings/index.js';
import type { Env } from '../wanted.js';
import {
  hasSender,
  MOST_WAITING,
  type Place,
  placeFor,
  reportAt,
  telemetryFolder,
  waitingIn,
} from './place.js';

export interface HandingOver {
  readonly env: Env;
  readonly stateDir: string;
  readonly happened: readonly Happened[];
  /** `false`: nobody would hear of a problem, so it is told the next time. */
  readonly isHeard: boolean;
  /** Starts a process that sends what is there. */
  start(): void;
}

/** A problem is told again after so long. */
const AGAIN_MS = 24 * 60 * 60 * 1000;

/** Gives what somebody should be told, each once a day. Never throws. */
export function handOver({ env, stateDir, happened, isHeard, start }: HandingOver): readonly string[] {
  const { settings, problems } = telemetrySettings(env);
  const found = problems.map((problem) => `telemetry: ${problem}`);
  try {
    if (settings !== null) {
      const place = placeFor(stateDir, settings);
      found.push(...(reportAt(place)?.problems ?? []));
      const text = JSON.stringify({ parent: settings.parent, happened });
      if (happened.length > 0) found.push(...leave(place, text, start));
    }
    return isHeard ? found.filter((problem) => isNews(telemetryFolder(stateDir), problem)) : [];
  } catch (error) {
    return [...found, `telemetry: nothing can be handed to a sender: ${reasonOf(error)}`];
  }
}

function leave(place: Place, text: string, start: () => void): readonly string[] {
  ownFolder(place.waiting);
  const isFull = waitingIn(place).length >= MOST_WAITING;
  // Names sort by time.
  const name = `${Date.now().toString(36)}-${process.pid}-${randomBytes(4).toString('hex')}.json`;
  if (!isFull) replaceFile(join(place.waiting, name), text, { mode: PRIVATE_FILE });
  // A sender that ends looks once more after it gave its place back, so asking after writing is enough.
  if (!hasSender(place)) start();
  return isFull
    ? [`telemetry: ${MOST_WAITING} events wait in ${place.waiting} to be sent; what happens meanwhile is not`]
    : [];
}

/** A mark stays where a problem was told. */
function isNews(folder: string, problem: string): boolean {
  const mark = join(folder, 'told', sha256(problem).slice(0, 16));
  const told = statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - told < AGAIN_MS) return false;
  ownFolder(join(folder, 'told'));
  writeFileSync(mark, '', { mode: PRIVATE_FILE });
  return true;
}
