// What is kept of sessions in the state directory. A directory that cannot be used is one that nothing is known from.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { newestLate } from '../decide/index.js';
import {
  lateFolder,
  PRIVATE_FILE,
  privateFolder,
  replaceFile,
  sessionName,
  textIn,
  whileLockedSync,
} from '../files/index.js';
import type { HookId, Said, StopRounds } from '../nouns.js';
import { isRecord } from '../text/index.js';
import type { Writers } from './file-watch.js';

/** What outlives the process. */
export interface Kept {
  readonly ran: readonly HookId[];
  readonly stopRounds: Readonly<Record<string, StopRounds>>;
  readonly late: readonly Said<string>[];
  /** Skills in use that hooks wait for. */
  readonly skills: readonly string[];
  /** What is said once a session and was. */
  readonly told: readonly string[];
  /** Hooks that are not waited for any more. */
  readonly moved: readonly HookId[];
  /** Whether hooks that run together change the same file. */
  readonly writers: Readonly<Record<string, Writers>>;
}

const NOTHING: Kept = { ran: [], stopRounds: {}, late: [], skills: [], told: [], moved: [], writers: {} };

/** A session that nothing was heard of for so long is over. */
const EXPIRES_MS = 7 * 24 * 3600 * 1000;
/** Sessions beyond this many are forgotten, oldest first. */
const MOST_SESSIONS = 500;
/** Of one session so many hooks and agents are remembered, the newest. */
const MOST_ENTRIES = 1000;
const LARGEST = 8 * 1024 * 1024;

/** An answer does not wait longer than this for another process of the session. */
const WAITING = { patienceMs: 500, abandonedMs: 10_000 };

export class KeptSessions {
  readonly #stateDir: string;
  readonly #folder: string;
  readonly #projectDir: string;

  constructor(stateDir: string, projectDir: string) {
    this.#stateDir = stateDir;
    this.#folder = join(stateDir, 'sessions');
    this.#projectDir = projectDir;
  }

  /** What is known of a session; `null`: nothing, which costs one look. */
  recall(session: string): Kept | null {
    return session === '' ? null : read(this.#file(session));
  }

  /** Changes what is known, one process at a time. Gives what is known now; `null`: it could not be written. */
  update(session: string, change: (kept: Kept) => Kept): Kept | null {
    if (session === '') return null;
    const file = this.#file(session);
    try {
      privateFolder(this.#folder);
      return whileLockedSync(`${file}.lock`, WAITING, () => {
        const before = read(file);
        if (before === null) this.#makeRoom();
        const after = bounded(change(before ?? NOTHING));
        replaceFile(file, `${JSON.stringify({ at: Date.now(), ...after })}\n`, { mode: PRIVATE_FILE });
        if ((before?.late.length ?? 0) + after.late.length > 0) this.#mark(session, after.late.length > 0);
        return after;
      });
    } catch {
      // Nobody is helped by an answer that fails with the memory.
      return null;
    }
  }

  forget(session: string): void {
    if (session === '') return;
    try {
      rmSync(this.#file(session), { force: true });
      this.#mark(session, false);
    } catch {
      // It expires.
    }
  }

  #file(session: string): string {
    return join(this.#folder, `${sessionName(this.#projectDir, session)}.json`);
  }

  /** Says that a session has something to hear, or has heard it. */
  #mark(session: string, isLate: boolean): void {
    const folder = lateFolder(this.#stateDir);
    const mark = join(folder, sessionName(this.#projectDir, session));
    if (!isLate) {
      rmSync(mark, { force: true });
      return;
    }
    privateFolder(folder);
    replaceFile(mark, '', { mode: PRIVATE_FILE });
  }

  #makeRoom(): void {
    const files = readdirSync(this.#folder).flatMap((name) => {
      const path = join(this.#folder, name);
      const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
      return at === undefined ? [] : [{ path, at }];
    });
    const newestFirst = files.sort((a, b) => b.at - a.at);
    for (const [index, { path, at }] of newestFirst.entries())
      if (index >= MOST_SESSIONS || Date.now() - at > EXPIRES_MS) rmSync(path, { force: true });
  }
}

const bounded = ({ ran, stopRounds, late, skills, told, moved, writers }: Kept): Kept => ({
  ran: newest(ran),
  stopRounds: Object.fromEntries(Object.entries(stopRounds).slice(-MOST_ENTRIES)),
  late: newestLate(late),
  skills: newest(skills),
  told: newest(told),
  moved: newest(moved),
  writers: Object.fromEntries(Object.entries(writers).slice(-MOST_ENTRIES)),
});

const newest = (names: readonly string[]): readonly string[] => [...new Set(names)].slice(-MOST_ENTRIES);

/** A file that holds something else is one that says nothing. */
function read(file: string): Kept | null {
  const text = textIn(file, LARGEST);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || typeof value['at'] !== 'number' || Date.now() - value['at'] > EXPIRES_MS)
      return null;
    const { ran, stopRounds, late, skills, told, moved, writers } = value;
    return {
      ran: texts(ran),
      stopRounds: isRecord(stopRounds)
        ? Object.fromEntries(
            Object.entries(stopRounds).flatMap(([agent, one]) => (isRounds(one) ? [[agent, one]] : [])),
          )
        : {},
      late: Array.isArray(late) ? late.filter(isSaid) : [],
      skills: texts(skills),
      told: texts(told),
      moved: texts(moved),
      writers: isRecord(writers)
        ? Object.fromEntries(
            Object.entries(writers).flatMap(([key, one]) => (isWriters(one) ? [[key, one]] : [])),
          )
        : {},
    };
  } catch {
    return null;
  }
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

const isRounds = (value: unknown): value is StopRounds =>
  isRecord(value) &&
  Number.isInteger(value['forced']) &&
  typeof value['active'] === 'boolean' &&
  (value['overridden'] === undefined || Number.isInteger(value['overridden']));

const isWriters = (value: unknown): value is Writers =>
  value === 'suspected' ||
  value === 'cleared' ||
  (Array.isArray(value) && value.every((one) => typeof one === 'string'));

const isSaid = (value: unknown): value is Said<string> =>
  isRecord(value) && typeof value['value'] === 'string' && typeof value['by'] === 'string';
