// The process of a server on stdin and stdout: lines in and out, its stderr kept, its whole group ended.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { isExecutable, processStat } from '../../machine/index.js';
import { asTree } from '../../machine/processes/index.js';
import type { Doomed, Endings } from '../command/ending.js';
import { kindOf } from '../command/files.js';
import { endedBeforeHost, endWithHost } from '../command/host-watch.js';
import { launchFailed } from '../command/launch.js';
import { RUN_VARIABLE } from '../command/processes.js';
import { spawnFailure } from '../command/spawn-failure.js';
import { McpFault, NotStarted, shortened } from './fault.js';

/** Of stderr the end is kept, which says why a server died. */
const STDERR_KEPT = 8 * 1024;
/** What nobody can read is passed over; so much of it, and the program is no MCP server. */
const MOST_GARBAGE = 256 * 1024;
/** Time for a server to leave by itself once its input has ended. */
const LEAVE_MS = 400;
/** A helper that holds the output open does not keep the end of its server from being noticed. */
const LAST_WORDS_MS = 200;
const NEWLINE = 0x0a;

export interface ServerStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Finds its processes again. */
  readonly mark: string;
  /** Bytes of one message. */
  readonly messageLimit: number;
  readonly endings: Endings;
  /** Processes that have to be ended when the host ends. */
  readonly live: Set<Doomed>;
}

export class ServerProcess implements Doomed {
  readonly pid: number;
  readonly mark: string;
  reaped = false;
  onLine: (line: string) => void = ignore;
  /** Called once: nothing comes from it any more. */
  onEnd: () => void = ignore;
  readonly #start: ServerStart;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #gone: Promise<void>;
  #resolveGone: () => void = ignore;
  #exited: (() => void)[] = [];
  #pending: Buffer[] = [];
  #pendingSize = 0;
  #stderr = '';
  #how: string | null = null;
  #fault: McpFault | null = null;
  #garbage: string | null = null;
  #garbageSize = 0;
  #holders = 0;
  #over = false;
  #ending = false;

  private constructor(start: ServerStart, child: ChildProcessWithoutNullStreams, pid: number) {
    this.#start = start;
    this.#child = child;
    this.pid = pid;
    this.mark = start.mark;
    this.#gone = new Promise((resolve) => {
      this.#resolveGone = resolve;
    });
    start.live.add(this);
    endWithHost(this);
    child.on('error', ignore);
    // A server that is going down closes the pipe under the writer.
    child.stdin.on('error', ignore);
    child.stdout.on('error', ignore);
    child.stderr.on('error', ignore);
    child.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_KEPT);
    });
    child.once('exit', (code, signal) => this.#exit(code, signal));
    child.once('close', () => this.#finish());
    this.#setHeld(false);
  }

  /** Rejects with `NotStarted`. */
  static start(start: ServerStart): Promise<ServerProcess> {
    const { command, args, cwd, env, mark } = start;
    return new Promise((resolve, reject) => {
      const failed = (error: unknown): void => {
        if (kindOf(cwd) !== 'directory' || !isExecutable(cwd)) {
          reject(new NotStarted(launchFailed('other', cwd, `the project ${cwd} cannot be entered`)));
          return;
        }
        const launch = { form: 'exec', file: command, args, written: [command, ...args].join(' ') } as const;
        reject(new NotStarted(spawnFailure(error, launch, cwd, env)));
      };
      try {
        const child = spawn(command, args, {
          cwd,
          env: { ...env, [RUN_VARIABLE]: `${env[RUN_VARIABLE] ?? ''}${mark}` },
          ...asTree(),
          stdio: ['pipe', 'pipe', 'pipe'],
        });
        if (child.pid === undefined) child.once('error', failed);
        else resolve(new ServerProcess(start, child, child.pid));
      } catch (error) {
        failed(error);
      }
    });
  }

  /** The end of what it printed on stderr. */
  get stderr(): string {
    return this.#stderr;
  }

  /** It has ended, also where the system has not told us yet. */
  get ended(): boolean {
    return this.reaped || isZombie(this.pid);
  }

  /** Resolves when the system has taken the line, or nobody is there to read it. */
  write(line: string): Promise<void> {
    const { stdin } = this.#child;
    return new Promise((resolve) => {
      if (stdin.destroyed || stdin.write(line)) resolve();
      else {
        const done = (): void => {
          stdin.off('drain', done).off('close', done);
          resolve();
        };
        stdin.on('drain', done).on('close', done);
      }
    });
  }

  /** Something it printed is no message: passed over, since servers log in the wrong place, but remembered. */
  passOver(line: string): void {
    this.#garbage ??= line;
    this.#garbageSize += line.length;
    if (this.#garbageSize > MOST_GARBAGE) this.#giveUp(new McpFault('garbled', this.#garbageInWords()));
  }

  /** Why nothing comes from it any more. */
  fault(): McpFault {
    return this.#fault ?? this.explain(new McpFault('unreachable', this.#how ?? 'closed its output'));
  }

  /** A failure to hear from it, in the light of what it said instead. */
  explain(fault: McpFault): McpFault {
    if (fault.kind !== 'unreachable' || this.#garbage === null) return fault;
    return new McpFault('garbled', `${fault.message}; ${this.#garbageInWords()}`);
  }

  /** While somebody waits for it the host's process stays; an idle server keeps nobody. */
  hold(): () => void {
    this.#holders += 1;
    if (this.#holders === 1) this.#setHeld(true);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holders -= 1;
      if (this.#holders === 0) this.#setHeld(false);
    };
  }

  /** Its input ends, which tells it to leave; then TERM and KILL to whatever is left of its group. */
  async end(): Promise<void> {
    if (!this.#ending) {
      this.#ending = true;
      const release = this.hold();
      this.#child.stdin.end();
      await this.#exitWithin(LEAVE_MS);
      this.#start.endings.end(this);
      await this.#gone;
      release();
    }
    await this.#gone;
  }

  gone(): void {
    this.#start.live.delete(this);
    endedBeforeHost(this);
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
    this.#finish();
    this.#resolveGone();
  }

  #exitWithin(ms: number): Promise<void> {
    if (this.reaped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#exited.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #take(chunk: Buffer): void {
    let rest = chunk;
    for (let at = rest.indexOf(NEWLINE); at !== -1 && !this.#over; at = rest.indexOf(NEWLINE)) {
      const line = Buffer.concat([...this.#pending, rest.subarray(0, at)]).toString('utf8');
      this.#pending = [];
      this.#pendingSize = 0;
      rest = rest.subarray(at + 1);
      if (line.trim() !== '') this.onLine(line);
    }
    if (this.#over || rest.length === 0) return;
    this.#pending.push(rest);
    this.#pendingSize += rest.length;
    if (this.#pendingSize > this.#start.messageLimit) this.#giveUp(tooMuch(this.#start.messageLimit));
  }

  /** Nothing it says from now on can be understood. */
  #giveUp(fault: McpFault): void {
    this.#fault ??= fault;
    this.#finish();
    void this.end();
  }

  #exit(code: number | null, signal: NodeJS.Signals | null): void {
    this.reaped = true;
    this.#how = code === null ? `was killed by ${signal}` : `ended with exit code ${code}`;
    for (const tell of this.#exited.splice(0)) tell();
    setTimeout(() => this.#finish(), LAST_WORDS_MS).unref();
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    this.#pending = [];
    this.onEnd();
    // Also after a crash: what it started may live on.
    void this.end();
  }

  #garbageInWords(): string {
    return `it printed something on stdout that is not an MCP message: ${shortened(this.#garbage ?? '', 200)}`;
  }

  #setHeld(held: boolean): void {
    for (const one of [this.#child, this.#child.stdin, this.#child.stdout, this.#child.stderr]) {
      if (!hasRef(one)) continue;
      if (held) one.ref();
      else one.unref();
    }
  }
}

export const tooMuch = (limit: number): McpFault =>
  new McpFault('garbled', `its answer is longer than the ${limit} bytes that are read`);

/** Where the system does not say it will be noticed a moment later. */
const isZombie = (pid: number): boolean => processStat(pid)?.[0] === 'Z';

const hasRef = (one: object): one is { ref(): void; unref(): void } => 'ref' in one && 'unref' in one;

function ignore(): void {}
