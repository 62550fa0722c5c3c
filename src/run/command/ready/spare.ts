// One process that stands at its gate, from its start until it is let through or sent away. It is used once.
import type { ChildProcess } from 'node:child_process';
import { closeSync, readFileSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { asTree, signalTree } from '../../../machine/processes/index.js';
import type { Ahead } from '../channels.js';
import { timedSpawn } from '../spawning.js';
import type { Gated, WarmKind } from './gate.js';

/** A process that has not left its gate after this was stopped by somebody, or gets no time: the hook is started cold. */
const STUCK_MS = 500;
/** For what it said before it was stopped to arrive here. */
const LISTEN_MS = 20;
/** It says two lines; a process that says much more is none of ours. */
const MOST_SAID = 65_536;

const LINE = 0x0a;
const PAGE = 4096;

export interface Start {
  readonly gated: Gated;
  readonly cwd: string;
  readonly mark: string;
  readonly streams: Ahead;
}

/** `starting`: not at the gate yet; `waiting`: at the gate; `called`: it may pass; `passed`: it runs; `gone`: it ended before. */
type State = 'starting' | 'waiting' | 'called' | 'passed' | 'gone';

export class Spare {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly mark: string;
  readonly cwd: string;
  readonly kind: WarmKind;
  /** How long it took to come to its gate, in milliseconds; `null`: it has not. */
  bootMs: number | null = null;
  readonly #begun = performance.now();
  /** What it said on its way to the gate, where it has something to say. */
  words = '';
  readonly #streams: Ahead;
  readonly #gate: Socket;
  #said: Uint8Array[] = [];
  #state: State = 'starting';
  #gateClosed = false;
  #stuck: NodeJS.Timeout | null = null;
  #held = false;
  #onReady: (isReady: boolean) => void = ignore;
  #onKnown: ((passed: boolean) => void) | null = null;
  /** Settles when it stands at its gate, or never will. */
  readonly ready: Promise<boolean>;

  /** Throws where the system does not start it; the streams are the caller's then. */
  constructor({ gated, cwd, mark, streams }: Start) {
    const { stdin, stdout, stderr } = streams;
    const child = timedSpawn(gated.file, gated.args, {
      cwd,
      env: gated.env,
      ...asTree(),
      stdio: [stdin.reader, stdout.writer, stderr.writer, 'pipe', ...gated.descriptors],
    });
    const gate = child.stdio[3];
    if (child.pid === undefined || !(gate instanceof Socket)) {
      child.on('error', ignore);
      throw new Error(`${gated.file} could not be started`);
    }
    this.child = child;
    this.pid = child.pid;
    this.mark = mark;
    this.cwd = cwd;
    this.kind = gated.kind;
    this.#streams = streams;
    this.#gate = gate;
    for (const fd of [stdin.reader, stdout.writer, stderr.writer]) closeSync(fd);
    this.ready = new Promise((resolve) => {
      this.#onReady = resolve;
    });
    gate.on('data', this.#hear);
    gate.on('error', ignore);
    gate.once('close', this.#onGateClosed);
    // The host need not stay for it.
    gate.unref();
    child.on('error', ignore);
    child.once('exit', this.#onExit);
    child.unref();
  }

  /** Memory that only this process uses, in bytes, as far as the system tells. */
  get memory(): number {
    try {
      const [, resident = 0, shared = 0] = readFileSync(`/proc/${this.pid}/statm`, 'latin1')
        .split(' ')
        .map(Number);
      return (resident - shared) * PAGE;
    } catch {
      return 0;
    }
  }

  /** Our ends of what it prints to. */
  get output(): { readonly stdout: number; readonly stderr: number } {
    return { stdout: this.#streams.stdout.reader, stderr: this.#streams.stderr.reader };
  }

  /** Gives it its input and lets it through. `false`: it cannot be used; nothing has run. */
  call(stdin: Uint8Array, opening: string): boolean {
    if (this.#state !== 'waiting') return false;
    const { writer } = this.#streams.stdin;
    try {
      for (let at = 0; at < stdin.length; ) at += writeSync(writer, stdin, at);
    } catch {
      return false;
    }
    this.#state = 'called';
    // It wakes up while we do the rest.
    this.#gate.write(opening);
    closeSync(writer);
    this.child.off('exit', this.#onExit);
    // Its number may be a stranger's afterwards.
    this.child.once('exit', () => this.#watchBy(null));
    this.child.ref();
    this.#gate.ref();
    this.#watchBy(setTimeout(this.#hold, STUCK_MS));
    return true;
  }

  /** Whether it went through, told as soon as it is known for sure; asked once, when it has ended. */
  known(tell: (passed: boolean) => void): void {
    if (this.#state === 'passed' || this.#gateClosed) tell(this.#state === 'passed');
    else this.#onKnown = tell;
  }

  /** Whoever holds its process watches over it from now on. */
  forget(): void {
    this.#watchBy(null);
    this.#gate.destroy();
  }

  #watchBy(timer: NodeJS.Timeout | null): void {
    if (this.#stuck !== null) clearTimeout(this.#stuck);
    this.#stuck = timer;
  }

  /** It is not wanted any more, and has not been called. */
  dismiss(): void {
    if (this.#state === 'gone' || this.#state === 'called' || this.#state === 'passed') return;
    // With its gate it ends by itself; but it may have been stopped, or may never have come to the gate.
    signalTree(this.pid, 'SIGKILL', false);
    this.#leave();
  }

  readonly #hear = (bytes: Uint8Array): void => {
    for (let rest = bytes; rest.length > 0; ) {
      const end = rest.indexOf(LINE);
      this.#said.push(end < 0 ? rest : rest.subarray(0, end));
      rest = end < 0 ? rest.subarray(rest.length) : rest.subarray(end + 1);
      if (end >= 0) this.#onLine();
    }
    if (this.#said.reduce((sum, { length }) => sum + length, 0) > MOST_SAID) this.dismiss();
  };

  #onLine(): void {
    const line = Buffer.concat(this.#said).toString('utf8');
    this.#said = [];
    if (this.#state === 'starting') {
      this.words = line;
      this.bootMs = performance.now() - this.#begun;
      this.#state = 'waiting';
      this.#onReady(true);
    } else if (this.#state === 'called') {
      this.#state = 'passed';
      if (this.#held) signalTree(this.pid, 'SIGCONT', false);
      this.#onKnown?.(true);
      // Closing costs time, and somebody waits for the hook.
      setImmediate(() => this.forget());
    } else if (this.#state === 'waiting') {
      // It went on by itself, which no gate of ours does.
      this.dismiss();
    }
  }

  readonly #onGateClosed = (): void => {
    this.#gateClosed = true;
    if (this.#state === 'called') this.#onKnown?.(false);
  };

  /** Ended, or killed by somebody, before it was called. */
  readonly #onExit = (): void => {
    if (this.#state === 'starting' || this.#state === 'waiting') this.#leave();
  };

  #leave(): void {
    this.#state = 'gone';
    this.forget();
    const { stdin, stdout, stderr } = this.#streams;
    for (const fd of [stdin.writer, stdout.reader, stderr.reader]) closeSync(fd);
    this.#onReady(false);
  }

  /** Stopped first, so that it cannot pass while it is looked at; then it is known whether something of the hook has run. */
  readonly #hold = (): void => {
    if (this.#state !== 'called') return;
    this.#held = true;
    signalTree(this.pid, 'SIGSTOP', false);
    this.#watchBy(setTimeout(() => signalTree(this.pid, 'SIGKILL', false), LISTEN_MS));
  };
}

const ignore = (): void => undefined;
