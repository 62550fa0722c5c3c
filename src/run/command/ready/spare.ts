// One process that stands at its gate, from its start until it is let through or sent away. It is used once.
import type { ChildProcess } from 'node:child_process';
import { closeSync, writeSync } from 'node:fs';
import type { Ahead } from '../channels.js';
import { AtGate, type Start } from './at-gate.js';
import type { Ready, Standing, WarmKind } from './gate.js';

/** A process that has not left its gate after this was stopped by somebody, or gets no time: the hook is started cold. */
export const STUCK_MS = 500;
/** For what it said before it was stopped to arrive here. */
const LISTEN_MS = 20;

/** `starting`: not at the gate yet; `waiting`: at the gate; `called`: it may pass; `passed`: it runs; `gone`: it ended before. */
type State = 'starting' | 'waiting' | 'called' | 'passed' | 'gone';

export class Spare implements Ready, Standing {
  readonly process: ChildProcess;
  readonly pid: number;
  readonly mark: string;
  readonly cwd: string;
  readonly kind: WarmKind;
  readonly serves = 'once';
  readonly refusal = null;
  bootMs: number | null = null;
  readonly #begun = performance.now();
  words = '';
  readonly #streams: Ahead;
  readonly #at: AtGate;
  #state: State = 'starting';
  #gateClosed = false;
  #stuck: NodeJS.Timeout | null = null;
  #held = false;
  #onReady: (isReady: boolean) => void = ignore;
  #onKnown: ((passed: boolean) => void) | null = null;
  readonly ready: Promise<boolean>;

  /** Throws where the system does not start it; the streams are the caller's then. */
  constructor(start: Start) {
    this.#at = new AtGate(start, {
      line: (text) => this.#onLine(text),
      closed: () => this.#onGateClosed(),
      ended: () => this.#onEnded(),
      babbled: () => this.dismiss(),
    });
    this.process = this.#at.child;
    this.pid = this.#at.pid;
    this.mark = start.mark;
    this.cwd = start.cwd;
    this.kind = start.gated.kind;
    this.#streams = start.streams;
    this.ready = new Promise((resolve) => {
      this.#onReady = resolve;
    });
  }

  get memory(): number {
    return this.#at.memory;
  }

  get output(): { readonly stdout: number; readonly stderr: number } {
    return { stdout: this.#streams.stdout.reader, stderr: this.#streams.stderr.reader };
  }

  call(stdin: Uint8Array, opening: readonly string[]): Spare | null {
    if (this.#state !== 'waiting') return null;
    const { writer } = this.#streams.stdin;
    try {
      for (let at = 0; at < stdin.length; ) at += writeSync(writer, stdin, at);
    } catch {
      return null;
    }
    this.#state = 'called';
    // It wakes up while we do the rest.
    this.#at.say(['', ...opening, ''].join('\n'));
    closeSync(writer);
    this.#at.hold(true);
    this.#watchBy(setTimeout(this.#hold, STUCK_MS));
    return this;
  }

  known(tell: (passed: boolean) => void): void {
    if (this.#state === 'passed' || this.#gateClosed) tell(this.#state === 'passed');
    else this.#onKnown = tell;
  }

  /** Whoever holds its process watches over it from now on. */
  forget(): void {
    this.#watchBy(null);
    this.#at.leave();
  }

  whenGone(tell: () => void): void {
    this.process.once('exit', tell);
  }

  #watchBy(timer: NodeJS.Timeout | null): void {
    if (this.#stuck !== null) clearTimeout(this.#stuck);
    this.#stuck = timer;
  }

  dismiss(): void {
    if (this.#state === 'gone' || this.#state === 'called' || this.#state === 'passed') return;
    // With its gate it ends by itself; but it may have been stopped, or may never have come to the gate.
    this.#at.signal('SIGKILL');
    this.#leave();
  }

  #onLine(line: string): void {
    if (this.#state === 'starting') {
      this.words = line;
      this.bootMs = performance.now() - this.#begun;
      this.#state = 'waiting';
      this.#onReady(true);
    } else if (this.#state === 'called') {
      this.#state = 'passed';
      if (this.#held) this.#at.signal('SIGCONT');
      this.#onKnown?.(true);
      // Closing costs time, and somebody waits for the hook.
      setImmediate(() => this.forget());
    } else if (this.#state === 'waiting') {
      // It went on by itself, which no gate of ours does.
      this.dismiss();
    }
  }

  #onGateClosed(): void {
    this.#gateClosed = true;
    if (this.#state === 'called') this.#onKnown?.(false);
  }

  #onEnded(): void {
    if (this.#state === 'called') this.#watchBy(null);
    // Killed by somebody, or ended by itself, before it was called.
    if (this.#state === 'starting' || this.#state === 'waiting') this.#leave();
  }

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
    this.#at.signal('SIGSTOP');
    this.#watchBy(setTimeout(() => this.#at.signal('SIGKILL'), LISTEN_MS));
  };
}

const ignore = (): void => undefined;
