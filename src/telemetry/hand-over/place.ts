// Where a process that ends with its event leaves what it has to tell, for a sender that takes it from there.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beginningOf, isRunning, ownFolder, PRIVATE_FILE, replaceFile, textIn } from '../../files/index.js';
import { isRecord, sha256 } from '../../text/index.js';
import type { TelemetrySettings } from '../settings/index.js';

/** One for each collector, and each way to speak with it. */
export interface Place {
  readonly folder: string;
  /** One file a handing over. */
  readonly waiting: string;
  readonly lock: string;
  /** What the last sender found, for `doctor` and for the next that hands something over. */
  readonly report: string;
}

/** Files that wait; more are not left there. */
export const MOST_WAITING = 1000;
const LONGEST_REPORT = 64 * 1024;
/** Places that nobody used for so long go. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1000;

export const telemetryFolder = (stateDir: string): string => join(stateDir, 'telemetry');

export function placeFor(stateDir: string, settings: TelemetrySettings): Place {
  const { parent: _, resource, ...rest } = settings;
  // Headers hold keys, and only their digest leaves this process.
  const all = JSON.stringify([rest, [...resource]]);
  const name = sha256(all).slice(0, 16);
  const folder = join(telemetryFolder(stateDir), name);
  return {
    folder,
    waiting: join(folder, 'waiting'),
    lock: join(folder, 'sender.lock'),
    report: join(folder, 'report.json'),
  };
}

/** Oldest first. */
export function waitingIn({ waiting }: Place): readonly string[] {
  try {
    const names = readdirSync(waiting).filter((name) => /^[\w-]+\.json$/.test(name));
    return names.sort().map((name) => join(waiting, name));
  } catch {
    return [];
  }
}

/** Whether a sender is at work. */
export function hasSender({ lock }: Place): boolean {
  const { pid, started } = recordIn(lock) ?? {};
  if (typeof pid !== 'number' || !isRunning(pid)) return false;
  // Another process may have got the number of one that is gone.
  return typeof started !== 'string' || beginningOf(pid) === started;
}

/** What a sender found. */
export interface Report {
  readonly at: number;
  /** Sentences. */
  readonly problems: readonly string[];
  /** Records that were not sent since there are reports. */
  readonly dropped: number;
}

export function reportAt({ report }: Place): Report | null {
  const found = recordIn(report);
  if (found === null) return null;
  const { at, problems, dropped } = found;
  if (typeof at !== 'number' || !Array.isArray(problems) || typeof dropped !== 'number') return null;
  return { at, problems: problems.filter((one) => typeof one === 'string'), dropped };
}

export function writeReport(place: Place, report: Report): void {
  ownFolder(place.folder);
  replaceFile(place.report, `${JSON.stringify(report)}\n`, { mode: PRIVATE_FILE });
}

/** Removes the places of collectors that were used before this one. */
export function tidy({ folder }: Place): void {
  const others = dirname(folder);
  for (const name of readdirSync(others)) {
    const other = join(others, name);
    const used = Math.max(...[other, join(other, 'waiting')].map(changed));
    if (other !== folder && Date.now() - used > FORGOTTEN_MS) rmSync(other, { recursive: true, force: true });
  }
}

const changed = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function recordIn(file: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(textIn(file, LONGEST_REPORT) ?? '');
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
