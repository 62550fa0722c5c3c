// The world as a command sees it: streams, environment, exit codes. Tests give their own.
import type { Readable } from 'node:stream';
import type { EndSignal } from '../end-signal.js';
import type { Settled } from '../engine/index.js';
import type { Runner } from '../nouns.js';
import type { Output } from './output.js';

export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Aborted when a signal ends the command: who asks for it has to end by itself then, and soon. Absent: no signal comes. */
  readonly interruption?: () => EndSignal;
  readonly lastWords?: LastWords;
  /** The executable, where this process ends with its command and another one can go on; absent: it does not. */
  readonly command?: string;
  /** Absent: this process was asked itself. */
  readonly caller?: Caller;
}

/** Another process, for which an event is answered here. */
export interface Caller {
  /** It lives as long as its call. */
  readonly pid: number;
  /** Hooks are started now. Those of a gate may be asked again, others must not. */
  begins(isGate: boolean): void;
  /** The answer is given; background hooks are waited for. */
  answered(code: number): void;
  /** What runs its commands; it outlives the answer. */
  commands(settled: Settled): Runner;
  readonly lastWords: LastWords;
}

/** Takes what answers where a fault ends this process; the returned function takes it back. */
export type LastWords = (say: (error: unknown) => number) => () => void;

/** Exit codes. 2 is missing on purpose: a host would read it as a block. */
export const EXIT = { fine: 0, problem: 1, fault: 3, interrupted: 130 } as const;

/** Something the user can put right: one sentence, and what to do. */
export class UserError extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.name = 'UserError';
    this.hint = hint;
  }
}

/** Results: lines on stdout. */
export function print(io: Io, lines: readonly string[]): void {
  if (lines.length > 0) io.stdout.lines(lines);
}

/** Diagnostics and progress: lines on stderr. */
export function complain(io: Io, lines: readonly string[]): void {
  if (lines.length > 0) io.stderr.lines(lines);
}

/** One versioned object for programs. */
export function printJson(io: Io, value: Readonly<Record<string, unknown>>): void {
  io.stdout.json({ version: 1, ...value });
}
