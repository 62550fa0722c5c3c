// The resident engine: a process that answers the events of many callers, until nobody asks or it is not the one to ask.
import { rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { Busy, beginningOf, type Lock, lockWhenFree, ownFolder, textIn } from '../../files/index.js';
import { VERSION } from '../../version.js';
import { EXIT } from '../io.js';
import { circumstances } from './circumstances.js';
import { Commands } from './commands.js';
import {
  type Door,
  doorAt,
  doorOf,
  installed,
  lockAt,
  missedAt,
  newSecret,
  ownCommand,
  putUp,
  takeDown,
  triedAt,
} from './door.js';
import { MOST_MISSED } from './protocol.js';
import type { Request } from './request.js';
import { Visit } from './visit.js';

/** More connections than this at once are strangers. */
const MOST_VISITS = 256;
/** Who does not greet within this has not only much to do. */
const GREETING_MS = 5000;
/** One that is just ending has given its place back after this. */
const ENDING_MS = 1000;
/** A process that is killed is gone after this. */
const KILLED_MS = 5000;
/** How long what is said last may take to be heard. */
const LAST_WORDS_MS = 500;
/** How often it looks whether it is still the one to ask. */
const LOOK_MS = 15_000;

/** Becomes the resident engine of this user and installation. Gives why it did not, or `null` when it ends. */
export async function beResident(env: NodeJS.ProcessEnv, idleMs: number): Promise<string | null> {
  const command = ownCommand();
  const path = doorOf(env, command);
  if (path === null) return 'there is no state directory where it could be found';
  ownFolder(dirname(path));
  let held: Lock;
  try {
    held = await takePlace(path);
  } catch (error) {
    if (error instanceof Busy) return 'there is one already';
    throw error;
  }
  try {
    const resident = new Resident(path, command, idleMs);
    await resident.listen();
    await resident.closed;
    // Who is being answered may take long; another engine may answer the next ones meanwhile.
    held.release();
    await resident.ended;
    await resident.commands.close();
    return null;
  } finally {
    held.release();
  }
}

/** Throws `Busy` where another engine is there, unless it does not answer any more. */
async function takePlace(path: string): Promise<Lock> {
  const file = lockAt(path);
  try {
    return await lockWhenFree(file, { patienceMs: ENDING_MS });
  } catch (error) {
    const marks = textIn(missedAt(path), 1024 * 1024) ?? '';
    if (!(error instanceof Busy) || marks.length < MOST_MISSED) throw error;
    const { holder } = error;
    // Where machines share a home, only who is on this one can be asked and ended.
    if (holder === null || holder.host !== hostname()) throw error;
    const door = doorAt(path);
    if (door !== null && (await greets(door))) {
      // It was only busy.
      for (const mark of [missedAt(path), triedAt(path)]) rmSync(mark, { force: true });
      throw error;
    }
    process.kill(holder.pid, 'SIGKILL');
    return lockWhenFree(file, { patienceMs: KILLED_MS });
  }
}

/** Whether an engine still says its greeting, on a busy machine too. */
function greets({ port, hello }: Door): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: GREETING_MS });
    const end = (heard: boolean): void => {
      socket.destroy();
      resolve(heard);
    };
    socket.once('data', (bytes) => end(bytes.toString('latin1') === `${hello}\n`));
    for (const name of ['error', 'timeout', 'close']) socket.once(name, () => end(false));
  });
}

class Resident {
  readonly commands = new Commands(process.env);
  readonly #path: string;
  readonly #command: string;
  readonly #idleMs: number;
  /** As it was when this process was started from it. */
  readonly #installed: string;
  readonly #isLike: (request: Request) => boolean;
  readonly #server: Server;
  readonly #visits = new Set<Visit>();
  readonly #since = Date.now();
  #door: Door | null = null;
  #doorFile = '';
  #lastAsked = performance.now();
  #look: NodeJS.Timeout | null = null;
  #isEnding = false;

  /** Resolves when no new caller is answered. */
  readonly closed: Promise<void>;
  #closed: () => void = () => undefined;
  /** Resolves when nobody is answered any more. */
  readonly ended: Promise<void>;
  #end: () => void = () => undefined;

  constructor(path: string, command: string, idleMs: number) {
    this.#path = path;
    this.#command = command;
    this.#idleMs = idleMs;
    this.#installed = installed(command);
    this.#isLike = circumstances();
    this.#server = createServer((socket) => this.#visit(socket));
    this.closed = new Promise((resolve) => {
      this.#closed = resolve;
    });
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ host: '127.0.0.1', port: 0 }, resolve);
    });
    this.#server.on('error', () => this.close());
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port to listen at');
    this.#putUp(address.port);
    rmSync(triedAt(this.#path), { force: true });
    rmSync(missedAt(this.#path), { force: true });
    this.#look = setInterval(() => this.#lookAround(), Math.min(LOOK_MS, this.#idleMs));
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => this.close());
    process.on('uncaughtException', (error) => this.#fail(error));
  }

  /** No new caller is answered; those that are here are. */
  close(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    if (this.#look !== null) clearInterval(this.#look);
    if (this.#isOurs()) takeDown(this.#path);
    this.#server.close(() => undefined);
    this.#closed();
    this.#endIfAlone();
  }

  /** With new secrets: who heard the greeting before and could not answer it has no use for it. */
  #putUp(port: number): void {
    this.#door = {
      port,
      pid: process.pid,
      hello: newSecret(),
      key: newSecret(),
      version: VERSION,
      command: this.#command,
      since: this.#since,
      began: beginningOf(process.pid),
    };
    putUp(this.#path, this.#door);
    this.#doorFile = fileAt(this.#path);
  }

  #isOurs(): boolean {
    return this.#doorFile !== '' && fileAt(this.#path) === this.#doorFile;
  }

  #visit(socket: Socket): void {
    const door = this.#door;
    if (door === null || this.#isEnding || this.#visits.size >= MOST_VISITS) {
      socket.destroy();
      return;
    }
    const visit = new Visit(socket, {
      door,
      commands: this.commands,
      mayAnswer: (request) => this.#mayAnswer(request),
      onStranger: () => {
        if (!this.#isEnding && this.#door === door && this.#isOurs()) this.#putUp(door.port);
      },
    });
    this.#visits.add(visit);
    void visit.ended.then(() => {
      this.#visits.delete(visit);
      this.#endIfAlone();
    });
  }

  #mayAnswer(request: Request): boolean {
    this.#lastAsked = performance.now();
    forgetMissed(this.#path);
    if (installed(this.#command) !== this.#installed || !this.#isOurs()) this.close();
    return !this.#isEnding && this.#isLike(request);
  }

  #lookAround(): void {
    if (this.#visits.size > 0) this.#lastAsked = performance.now();
    const isIdle = performance.now() - this.#lastAsked >= this.#idleMs;
    if (isIdle || !this.#isOurs() || installed(this.#command) !== this.#installed) this.close();
  }

  #endIfAlone(): void {
    if (this.#isEnding && this.#visits.size === 0) this.#end();
  }

  /** What else is wrong in this process nobody knows: it answers whom it has to, and ends. */
  #fail(error: Error): void {
    this.close();
    for (const visit of this.#visits) visit.fail(error);
    setTimeout(() => process.exit(EXIT.fault), LAST_WORDS_MS);
  }
}

function forgetMissed(path: string): void {
  try {
    rmSync(missedAt(path), { force: true });
  } catch {
    // A state directory that cannot be written any more is told where something is remembered in it.
  }
}

/** Which file stands at a path: a new one is another one. */
function fileAt(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? '' : `${found.ino} ${found.mtimeNs}`;
}
