// One hook process from start to answer, and to its end where that comes later.
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { isExecutable } from '../../machine/index.js';
import { asTree } from '../../machine/processes/index.js';
import type { FirstLineAnswer, Outcome, Printed, Run, Task } from '../../nouns.js';
import { codeOf } from '../../text/index.js';
import { type Aborts, abortReason } from './aborts.js';
import { Capture } from './capture.js';
import { type ChannelSupply, type Channels, closeChannels, closeHookEnds } from './channels.js';
import { Deadline } from './deadline.js';
import type { Doomed, Endings } from './ending.js';
import { exitFailure } from './exit-failure.js';
import { kindOf } from './files.js';
import { endedBeforeHost, endWithHost } from './host-watch.js';
import { asShellScript, type Launch, launchFailed } from './launch.js';
import type { MarkedEnvs } from './marked-env.js';
import { DescriptorReader, type Reader, StreamReader } from './reader.js';
import type { Spare } from './ready/index.js';
import { isPassing } from './room.js';
import { noRoom, spawnFailure } from './spawn-failure.js';
import { timedSpawn } from './spawning.js';
import type { Warmth } from './warmth.js';

/** What a command needs to know of its task. */
export type CommandTask = Omit<Task, 'input' | 'http'>;

/** What all executions of a runner share. */
export interface Shared {
  readonly channels: ChannelSupply;
  readonly envs: MarkedEnvs;
  readonly aborts: Aborts;
  readonly endings: Endings;
  readonly outputCap: number;
  /** `null`: every hook is started when it is needed. */
  readonly warmth: Warmth | null;
  /** Processes that have to be ended when the host ends. */
  readonly live: Set<Execution>;
  /** Output streams that somebody still holds after the answer. */
  keepReading(reader: Reader): void;
}

/** A hook that ends within this time is read once, at its end: most of them, and it saves two sockets. */
const QUICK_MS = 8;
/** One that runs longer is ended with its host, whatever ends that: finding the end of a host takes a process of its own. */
const LASTING_MS = 100;

/** A start that the system refused for the moment is tried again after this, and then after twice as long. */
const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 250;

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A descriptor of our own, a stream of Node's, or none. */
type Source = number | Readable | null;
interface Sources {
  readonly stdout: Source;
  readonly stderr: Source;
}

const UNUSABLE_CWD = new Set(['ENOENT', 'ENOTDIR', 'EACCES']);

export class Execution implements Doomed {
  pid = 0;
  reaped = false;
  mark: string;
  readonly #task: CommandTask;
  #launch: Launch;
  readonly #around: Shared;
  readonly #resolve: (run: Run) => void;
  readonly #stdout: Capture;
  readonly #stderr: Capture;
  readonly #readers: Reader[] = [];
  /** Its time begins when it is its turn: others that run before it are not its fault. */
  #started: number | null = null;
  #deadline: Deadline | null = null;
  #free: () => void = ignore;
  /** Something happened between the request and the start. */
  #waited = false;
  /** Why the system did not let it start so far. */
  #refusal: unknown = null;
  #wait = FIRST_WAIT_MS;
  #again: NodeJS.Timeout | null = null;
  #child: ChildProcess | null = null;
  /** The process was there before the event. */
  #spare: Spare | null = null;
  #attaching: NodeJS.Timeout | null = null;
  #lasting: NodeJS.Timeout | null = null;
  #cwd = '';
  #exit: Exit | null = null;
  #answered = false;

  constructor(task: CommandTask, launch: Launch, mark: string, around: Shared, resolve: (run: Run) => void) {
    this.#task = task;
    this.#launch = launch;
    this.#around = around;
    this.#resolve = resolve;
    this.mark = mark;
    const { onFirstLine } = task;
    this.#stdout = new Capture(around.outputCap, onFirstLine && ((line) => this.#hear(onFirstLine(line))));
    this.#stderr = new Capture(around.outputCap, null);
    if (task.signal !== null) around.aborts.watch(task.signal, this.#onAbort);
    around.live.add(this);
  }

  /** It is its turn; `free` lets the next one have it. Never throws. */
  readonly start = (free: () => void, waited: boolean): void => {
    if (this.#answered) {
      free();
      return;
    }
    this.#free = free;
    this.#waited = waited;
    this.#started = performance.now();
    const limit = this.#task.timeoutMs;
    if (limit !== null && limit !== Number.POSITIVE_INFINITY)
      this.#deadline = new Deadline(limit, () => this.#overdue(limit));
    this.#begin();
  };

  /** Starts the process, or answers why not. */
  readonly #begin = (): void => {
    this.#again = null;
    if (this.#answered) return;
    const { channels, warmth } = this.#around;
    try {
      const instead = this.#waited ? (this.#task.recheck?.() ?? null) : null;
      if (instead !== null) {
        this.#giveUp(instead);
        return;
      }
      const spare = warmth?.take(this.#task, this.#launch) ?? null;
      if (spare !== null) {
        this.#adopt(spare);
        return;
      }
      const opened = channels.open(this.#task.stdin);
      if (opened === null) void channels.ready().then(this.#beginAgain);
      else this.#spawn(opened, 0);
    } catch (error) {
      this.#beginLater(error);
    }
  };

  readonly #beginAgain = (): void => {
    this.#waited = true;
    this.#begin();
  };

  #beginLater(refusal: unknown): void {
    this.#refusal = refusal;
    this.#again = setTimeout(this.#beginAgain, this.#wait);
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 2);
  }

  #overdue(limit: number): void {
    const refusal = this.#refusal ?? this.#around.channels.refusal;
    // A hook that the system did not let start is not late: it was not asked.
    if (this.#child === null && refusal !== null) {
      this.#giveUp(noRoom(refusal, this.#launch, limit));
      return;
    }
    for (const reader of this.#readers) reader.drain();
    this.#giveUp({ kind: 'timedOut', timeoutMs: limit, ...this.#printed() });
  }

  /** In the background it is in nobody's way. */
  #hear(said: FirstLineAnswer | Promise<FirstLineAnswer>): void {
    if (said instanceof Promise) {
      void said.then((settled) => this.#hear(settled));
      return;
    }
    if (said === false) return;
    if (said === true) this.#deadline?.cancel();
    this.#free();
  }

  /** Answers now and ends the process. */
  cancel(why: string): void {
    this.#giveUp({ kind: 'cancelled', why });
  }

  /** Nothing of it is left. */
  gone(): void {
    for (const reader of this.#readers) reader.destroy();
    this.#leave();
  }

  readonly #onAbort = (): void => {
    if (this.#task.signal !== null) this.cancel(abortReason(this.#task.signal));
  };

  /** `place`: which of the task's directories to run in. */
  #spawn(opened: Channels, place: number): void {
    const cwd = this.#task.cwd[place];
    if (cwd === undefined) {
      const list = this.#task.cwd.join(', ') || 'none was given';
      this.#notStarted(opened, launchFailed('other', list, `no directory to run in can be entered: ${list}`));
      return;
    }
    const { file, args, form } = this.#launch;
    const { stdin, output } = opened;
    let child: ChildProcess;
    try {
      child = timedSpawn(file, args, {
        cwd,
        env: this.#around.envs.mark(this.#task.env, this.mark, form === 'bash'),
        ...asTree(),
        stdio: [stdin ?? 'pipe', output?.stdout.writer ?? 'pipe', output?.stderr.writer ?? 'pipe'],
      });
    } catch (error) {
      this.#failed(error, opened, place, cwd);
      return;
    }
    if (child.pid === undefined) child.once('error', (error) => this.#failed(error, opened, place, cwd));
    else {
      const { stdout, stderr } = child;
      const ours = output && { stdout: output.stdout.reader, stderr: output.stderr.reader };
      this.#attach(child, child.pid, cwd, ours ?? { stdout, stderr });
      this.#handOver(child, opened);
    }
  }

  /** From here on it is as if it had just been started. */
  #adopt(spare: Spare): void {
    this.#spare = spare;
    this.mark = spare.mark;
    this.#attach(spare.child, spare.pid, spare.cwd, spare.output);
  }

  /** It ended at its gate. Nothing of the hook has run, so it is started the usual way, and never at a gate again. */
  #startCold(spare: Spare): void {
    for (const reader of this.#readers.splice(0)) reader.destroy();
    // Who ended it ourselves has nothing to learn from that.
    if (this.#answered) return;
    this.#around.warmth?.failed(this.#task, this.#launch, `its ${spare.kind} ended at its gate`);
    if (this.#attaching !== null) clearTimeout(this.#attaching);
    if (this.#lasting !== null) clearTimeout(this.#lasting);
    endedBeforeHost(this);
    this.#child = null;
    this.#spare = null;
    this.#exit = null;
    this.reaped = false;
    this.pid = 0;
    this.#beginAgain();
  }

  #failed(error: unknown, opened: Channels, place: number, cwd: string): void {
    if (this.#answered) {
      closeChannels(opened);
      return;
    }
    const code = codeOf(error);
    const { env } = this.#task;
    if (UNUSABLE_CWD.has(code ?? '') && !canEnter(cwd)) {
      this.#spawn(opened, place + 1);
      return;
    }
    if (isPassing(error)) {
      closeChannels(opened);
      this.#beginLater(error);
      return;
    }
    const script = code === 'ENOEXEC' ? asShellScript(this.#launch, cwd, env['PATH'] ?? '') : null;
    if (script !== null) {
      this.#launch = script;
      this.#spawn(opened, place);
      return;
    }
    this.#notStarted(opened, spawnFailure(error, this.#launch, cwd, env));
  }

  #notStarted(opened: Channels, failure: Outcome): void {
    closeChannels(opened);
    this.#leave();
    this.#answer(failure);
  }

  #attach(child: ChildProcess, pid: number, cwd: string, output: Sources): void {
    this.#child = child;
    this.pid = pid;
    this.#cwd = cwd;
    child.on('error', ignore);
    child.once('exit', this.#onExit);
    this.#read(output.stdout, this.#stdout);
    this.#read(output.stderr, this.#stderr);
    this.#attaching = setTimeout(this.#attachReaders, QUICK_MS);
  }

  #handOver(child: ChildProcess, opened: Channels): void {
    closeHookEnds(opened);
    if (child.stdin !== null) {
      // A hook that does not read its input closes the pipe under the writer.
      child.stdin.on('error', ignore);
      child.stdin.end(this.#task.stdin);
    }
    this.#around.channels.prepare();
  }

  #read(source: Source, capture: Capture): void {
    if (source === null) return;
    const kind =
      typeof source === 'number'
        ? new DescriptorReader(source, capture, this.#onStreamEnd)
        : new StreamReader(source, capture, this.#onStreamEnd);
    this.#readers.push(kind);
  }

  readonly #attachReaders = (): void => {
    for (const reader of this.#readers) reader.attach();
    this.#lasting = setTimeout(() => endWithHost(this), LASTING_MS - QUICK_MS).unref();
  };

  readonly #onExit = (code: number | null, signal: NodeJS.Signals | null): void => {
    this.reaped = true;
    const spare = this.#spare;
    if (spare === null) this.#ended({ code, signal });
    else spare.known((passed) => (passed ? this.#ended({ code, signal }) : this.#startCold(spare)));
  };

  #ended(exit: Exit): void {
    this.#exit = exit;
    if (this.#answered) return;
    // All that the hook itself printed is in the pipe by now; whoever still holds the pipe is not waited for.
    let all = true;
    for (const reader of this.#readers) all = reader.drain() && all;
    if (all) this.#finish();
    // Two checks have one full round of reading between them.
    else setImmediate(() => setImmediate(() => this.#finish()));
  }

  readonly #onStreamEnd = (): void => {
    if (this.#exit !== null && this.#readers.every((reader) => reader.ended)) this.#finish();
  };

  #finish(): void {
    if (this.#answered || this.#exit === null) return;
    const { code, signal } = this.#exit;
    this.#leave();
    for (const reader of this.#readers) if (!reader.ended) this.#around.keepReading(reader);
    const printed = this.#printed();
    if (code === null) {
      this.#answer({ kind: 'signalled', signal: signal ?? 'unknown', ...printed });
      return;
    }
    this.#answer(this.#exitFailure(code, printed) ?? { kind: 'finished', exitCode: code, ...printed });
  }

  #exitFailure(exitCode: number, printed: Printed): Outcome | null {
    if (exitCode === 0) return null;
    const { env } = this.#task;
    return exitFailure({ ...printed, exitCode, launch: this.#launch, cwd: this.#cwd, env });
  }

  #giveUp(outcome: Outcome): void {
    if (this.#answered) return;
    this.#answer(outcome);
    if (this.#child === null) this.#leave();
    else this.#end();
  }

  /** Nobody has to end it any more. */
  #leave(): void {
    this.#around.live.delete(this);
    if (this.#lasting !== null) clearTimeout(this.#lasting);
    endedBeforeHost(this);
  }

  #end(): void {
    endWithHost(this);
    this.#child?.unref();
    for (const reader of this.#readers) reader.discard(Number.POSITIVE_INFINITY);
    this.#around.endings.end(this);
  }

  #printed(): Printed {
    const truncated = this.#stdout.truncated || this.#stderr.truncated;
    return { stdout: this.#stdout.text(), stderr: this.#stderr.text(), truncated };
  }

  #answer(outcome: Outcome): void {
    if (this.#answered) return;
    this.#answered = true;
    this.#deadline?.cancel();
    if (this.#attaching !== null) clearTimeout(this.#attaching);
    if (this.#again !== null) clearTimeout(this.#again);
    this.#free();
    if (this.#task.signal !== null) this.#around.aborts.unwatch(this.#task.signal, this.#onAbort);
    const durationMs = this.#started === null ? 0 : performance.now() - this.#started;
    const run: Run = { hook: this.#task.hook, outcome, durationMs };
    this.#resolve(this.#around.warmth?.ran(this.#task, this.#launch, run, this.#spare?.kind ?? null) ?? run);
  }
}

const ignore = (): void => {};

function canEnter(directory: string): boolean {
  return kindOf(directory) === 'directory' && isExecutable(directory);
}
