// Runs git or npm: no shell, no terminal to ask at, with a deadline; ended with all it started.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { commandOf } from '../../machine/index.js';
import { asTree, signalTree } from '../../machine/processes/index.js';
import { PluginProblem } from '../problem.js';
import { type Env, interrupted } from './order.js';

export interface ProgramOrder<T> {
  readonly program: 'git' | 'npm';
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Env;
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  readonly stdin?: string;
  readonly read: (stdout: Readable) => Promise<T>;
  /** Told each line of stderr; `\r` ends a line too. */
  readonly onLine?: (line: string) => void;
  /** Asked four times a second: a problem ends the program. */
  readonly watch?: () => PluginProblem | null;
}

export interface Finished<T> {
  readonly exit: number;
  readonly value: T;
  /** The end of it. */
  readonly stderr: string;
}

const HOW_TO_GET = {
  git: 'Install git (https://git-scm.com/downloads, or the package git of your system), then try again.',
  npm: 'Install Node.js with npm (https://nodejs.org), then try again; or use the git repository of the plugin.',
};
const KEPT_STDERR = 16_384;
const GRACE_MS = 2_000;

export async function runProgram<T>(order: ProgramOrder<T>): Promise<Finished<T>> {
  const { program, args, cwd, env, signal, deadlineMs } = order;
  if (signal.aborted) throw interrupted();
  // ssh finds no terminal to ask at, and all that was started ends together.
  const [file, ...first] = commandOf(program, env['PATH'] ?? '', process.execPath);
  const child = spawn(file, [...first, ...args], {
    cwd,
    env: { ...env },
    ...asTree(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const failure = new Failure(child);
  const onAbort = (): void => failure.set(interrupted());
  signal.addEventListener('abort', onAbort, { once: true });
  const late = new PluginProblem('timed-out', `${program} did not finish in ${deadlineMs / 1000} seconds`);
  const deadline = setTimeout(() => failure.set(late), deadlineMs);
  const watching = setInterval(() => {
    const problem = order.watch?.() ?? null;
    if (problem !== null) failure.set(problem);
  }, 250);
  try {
    const stderr = keepEnd(child.stderr, order.onLine);
    child.stdin.on('error', () => undefined);
    child.stdin.end(order.stdin ?? '');
    const reading = order.read(child.stdout).catch((error: unknown) => {
      failure.set(error);
      return failure;
    });
    const exit = await ending(child, program, cwd);
    const value = await reading;
    if (failure.happened || value instanceof Failure) throw failure.error;
    return { exit, value, stderr: stderr() };
  } finally {
    clearTimeout(deadline);
    clearInterval(watching);
    signal.removeEventListener('abort', onAbort);
  }
}

/** The first reason to end the program; it is ended at once, and harder after a while. */
class Failure {
  readonly #child: ChildProcess;
  happened = false;
  error: unknown = null;

  constructor(child: ChildProcess) {
    this.#child = child;
  }

  set(error: unknown): void {
    if (this.happened) return;
    this.happened = true;
    this.error = error;
    // What nobody reads any more would keep the streams open, and with them the wait for their end.
    this.#child.stdout?.destroy();
    kill(this.#child, 'SIGTERM');
    const harder = setTimeout(() => kill(this.#child, 'SIGKILL'), GRACE_MS);
    this.#child.once('close', () => clearTimeout(harder));
  }
}

function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid !== undefined)
    signalTree(child.pid, signal, child.exitCode !== null || child.signalCode !== null);
}

function ending(child: ChildProcess, program: 'git' | 'npm', cwd: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      const missing = 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES');
      const why = `this source needs the program ${program}, which was not found on PATH`;
      const other = `${program} could not be started in ${cwd}: ${error.message}`;
      reject(
        missing
          ? new PluginProblem('program-missing', why, { hint: HOW_TO_GET[program], cause: error })
          : new PluginProblem('fetch-failed', other, { cause: error }),
      );
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
}

function keepEnd(stream: Readable, onLine: ((line: string) => void) | undefined): () => string {
  let kept = '';
  let line = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    kept = (kept + text).slice(-KEPT_STDERR);
    const lines = (line + text).split(/[\r\n]/);
    line = (lines.pop() ?? '').slice(-KEPT_STDERR);
    if (onLine !== undefined) for (const one of lines) onLine(one);
  });
  return () => kept;
}

/** All of a stream, up to a size. */
export function collect(most: number): (stdout: Readable) => Promise<Buffer> {
  return async (stdout) => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of stdout) {
      const bytes = Buffer.from(chunk);
      size += bytes.byteLength;
      if (size > most) throw new PluginProblem('too-big', 'it has more files than can be listed');
      chunks.push(bytes);
    }
    return Buffer.concat(chunks);
  };
}
