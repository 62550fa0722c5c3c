// Starts a command in this process: its streams, signals and faults.
import { isAbsolute } from 'node:path';
import { systemReasonOf } from '../text/index.js';
import { dispatchLine } from './dispatch/line.js';
import { EXIT, type Io } from './io.js';
import { Output } from './output.js';
import { endOnSignals, interruptedCode, interruption } from './signals.js';

/** What is thrown where nobody catches it is a fault too: who answers a gate must not leave it open. */
let lastWords: ((error: unknown) => number) | null = null;

/** Stands for a folder that is not there any more and whose name nobody knows. */
const GONE = '/a-folder-that-was-removed';

/** Each stream is made when it is used: making one takes longer than answering an event that nobody waits for. */
const io: Io = {
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return new Output(guarded(process.stdout));
  },
  get stderr() {
    return new Output(guarded(process.stderr));
  },
  interruption,
  lastWords: (say) => {
    lastWords = say;
    return () => {
      lastWords = null;
    };
  },
  env: process.env,
  cwd: workingDirectory(),
  command: process.argv[1] ?? '',
};

/** Where this was started, also if that folder is gone by now: most commands are told elsewhere where to look. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    const known = process.env['PWD'] ?? '';
    return isAbsolute(known) ? known : GONE;
  }
}

interface Ended {
  readonly code: number;
  /** Nothing of it goes on: there is nothing left to wait for. */
  readonly isOver: boolean;
}

async function answer(argv: readonly string[]): Promise<Ended> {
  const [first, ...rest] = argv;
  try {
    if (first === 'dispatch') {
      const code = await dispatchLine(rest, io);
      if (code !== null) return { code, isOver: true };
    }
    endOnSignals();
    const { main } = await import('./program.js');
    return { code: await main(argv, io), isOver: false };
  } catch (error) {
    const { explainError } = await import('./show/explain-error.js');
    return { code: explainError(error, io), isOver: false };
  }
}

const made = new Set<NodeJS.WriteStream>();

/** Nobody reads any more (`amplifier-hooks list | head`): that is no fault. */
function guarded(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (made.has(stream)) return stream;
  made.add(stream);
  return stream.on('error', leave);
}

/** A fault of ours never ends with 2, which a host would read as a block. */
export function leave(error: Error): void {
  if ('code' in error && error.code === 'EPIPE') process.exit(EXIT.fine);
  let code: number = EXIT.fault;
  try {
    // Nothing more is loaded: it may be too late for that.
    code = isOutput(error) ? notWritten(error) : fault(error);
  } finally {
    process.exit(code);
  }
}

/** Where the output goes is the user's: a full disk, say. */
const isOutput = (error: Error): boolean => 'syscall' in error && error.syscall === 'write';

function notWritten(error: Error): number {
  new Output(process.stderr).text(
    `amplifier-hooks: the output cannot be written: ${systemReasonOf(error)}\n`,
  );
  return EXIT.problem;
}

function fault(error: Error): number {
  new Output(process.stderr).text(
    `amplifier-hooks: this is a fault of amplifier-hooks, not of yours: ${error.stack}\n`,
  );
  return EXIT.fault;
}

/** Runs a command line; the process ends with its exit code. `keep` is called when everything is said. */
export function start(argv: readonly string[], keep: () => void): void {
  process.once('uncaughtException', (error) => {
    if (lastWords === null) leave(error);
    else process.exit(lastWords(error));
  });
  answer(argv).then(({ code, isOver }) => {
    process.exitCode = interruptedCode() ?? code;
    keep();
    if (isOver) endOnceWritten();
  }, leave);
}

/** Left alone, Node would give back all of its memory piece by piece before it ends. */
function endOnceWritten(): void {
  const unwritten = [...made].find(({ writableLength }) => writableLength > 0);
  if (unwritten === undefined) process.exit();
  unwritten.write('', endOnceWritten);
}
