// Answers the event of a caller as `dispatch` does in a process of its own: everything that it knows comes from the caller.
import { realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { dispatchText } from '../dispatch/order.js';
import { plainOptions } from '../dispatch/words.js';
import type { Caller, Io } from '../io.js';
import { Output } from '../output.js';
import { explainError } from '../show/explain-error.js';
import type { Request } from './request.js';

export interface Answering {
  /** Hooks are started that must not be started again. */
  begun(): void;
  out(kind: 'O' | 'E', bytes: Buffer): void;
  answered(code: number): void;
  readonly commands: Caller['commands'];
  /** Ends it early; the reason is a sentence. */
  readonly signal: AbortSignal;
}

/** An answer that is being made. */
export interface Answer {
  /** Resolves with the exit code. */
  readonly ended: Promise<number>;
  /** Something was thrown where nobody caught it: what there is to say then; the exit code. */
  fail(error: unknown): number;
}

/** `null`: only a process of its own can answer. */
export function answer(
  request: Request,
  { begun, out, answered, commands, signal }: Answering,
): Answer | null {
  const options = plainOptions(request.words);
  // A folder that is gone may have no name; the one of this process is nobody's.
  if (options === null || !isAbsolute(request.cwd)) return null;
  let say: ((error: unknown) => number) | null = null;
  const caller: Caller = {
    pid: request.pid,
    begins: (isGate) => (isGate ? undefined : begun()),
    answered,
    commands,
    lastWords(given) {
      say = given;
      return () => {
        say = null;
      };
    },
  };
  const io: Io = {
    stdin: Readable.from([]),
    stdout: new Output(sink((bytes) => out('O', bytes))),
    stderr: new Output(sink((bytes) => out('E', bytes))),
    env: request.env,
    cwd: folderOf(request),
    interruption: () => signal,
    caller,
  };
  const read = async () => ({ text: request.event, whole: true });
  const work = () => dispatchText({ args: [], options, io }, request.words, read);
  return {
    ended: work().catch((error: unknown) => explainError(error, io)),
    fail: (error) => (say === null ? explainError(error, io) : say(error)),
  };
}

/** As a process knows it: without links. */
function folderOf({ cwd }: Request): string {
  try {
    return realpathSync(cwd);
  } catch {
    return cwd;
  }
}

const sink = (take: (bytes: Buffer) => void): Writable =>
  new Writable({
    decodeStrings: true,
    write(chunk: Buffer, _encoding, done) {
      take(chunk);
      done();
    },
  });
