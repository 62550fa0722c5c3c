// One hook process from start to answer, and to its end where that comes later.
import type { FirstLineAnswer, Outcome, Printed, Run, Task } from '../../nouns.js';
import { type Aborts, abortReason } from './aborts.js';
import { Capture } from './capture.js';
import { Deadline } from './deadline.js';
import type { Doomed, Endings } from './ending.js';
import { exitFailure } from './exit-failure.js';
import { endedBeforeHost, endWithHost } from './host-watch.js';
import type { Launch } from './launch.js';
import { DescriptorReader, type Reader, StreamReader } from './reader.js';
import type { HookProcess, Ready, Relayed } from './ready/index.js';
import { noRoom } from './spawn-failure.js';
import { type Source, Start, type Started, type StartsWith } from './start.js';

/** What a command needs to know of its task. */
export type CommandTask = Omit<Task, 'input' | 'http'>;

/** What all executions of a runner share. */
export interface Shared extends StartsWith {
  readonly aborts: Aborts;
  readonly endings: Endings;
  readonly outputCap: number;
  /** Processes that have to be ended when the host ends. */
  readonly live: Set<Execution>;
  /** Output streams that somebody still holds after the answer. */
  keepReading(reader: Reader): void;
}

/** A hook that ends within this time is read once, at its end: most of them, and it saves two sockets. */
const QUICK_MS = 8;
/** One that runs longer is ended with its host, whatever ends that: finding the end of a host takes a process of its own. */
const LASTING_MS = 100;

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export class Execution implements Doomed {
  pid = 0;
  reaped = false;
  mark: string;
  readonly #task: CommandTask;
  readonly #start: Start;
  readonly #around: Shared;
  readonly #resolve: (run: Run) => void;
  readonly #stdout: Capture;
  readonly #stderr: Capture;
  readonly #readers: Reader[] = [];
  /** Its time begins when it is its turn: others that run before it are not its fault. */
  #started: number | null = null;
  #deadline: Deadline | null = null;
  #free: () => void = ignore;
  #process: HookProcess | null = null;
  /** The process was there before the event. */
  #ready: Ready | null = null;
  /** It has run so long that timers watch over it. */
  #isWatched = false;
  #attaching: NodeJS.Timeout | null = null;
  #lasting: NodeJS.Timeout | null = null;
  #cwd = '';
  #exit: Exit | null = null;
  #answered = false;

  constructor(task: CommandTask, launch: Launch, mark: string, around: Shared, resolve: (run: Run) => void) {
    this.#task = task;
    this.#around = around;
    this.#resolve = resolve;
    this.mark = mark;
    this.#start = new Start(task, launch, mark, around, {
      started: (started) => this.#attach(started),
      failed: (outcome) => this.#giveUp(outcome),
    });
    const { onFirstLine } = task;
    this.#stdout = new Capture(around.outputCap, onFirstLine && ((line) => this.#hear(onFirstLine(line))));
    this.#stderr = new Capture(around.outputCap, null);
    around.live.add(this);
  }

  /** From now on it ends with the event. */
  heed(): void {
    const { signal } = this.#task;
    if (this.#answered || signal === null) return;
    if (signal.aborted) this.#onAbort();
    else this.#around.aborts.watch(signal, this.#onAbort);
  }

  /** It is its turn; `free` lets the next one have it. Never throws. */
  readonly start = (free: () => void, waited: boolean): void => {
    if (this.#task.signal?.aborted === true) this.#onAbort();
    if (this.#answered) {
      free();
      return;
    }
    this.#free = free;
    this.#started = performance.now();
    this.#start.begin(waited);
    // Two turns of the loop later, what else there is to do meanwhile is done, and many a hook has ended.
    setImmediate(() => setImmediate(this.#watch));
  };

  /** In a process that answers one event, making its first timer takes a while. */
  readonly #watch = (): void => {
    this.#isWatched = true;
    if (this.#answered || this.#started === null) return;
    // One that was let through before has less time left.
    this.#limit(performance.now() - this.#started);
    if (this.#process !== null) this.#attachSoon();
  };

  #limit(gone: number): void {
    const limit = this.#task.timeoutMs;
    if (limit === null || limit === Number.POSITIVE_INFINITY) return;
    this.#deadline = new Deadline(limit - gone, () => this.#overdue(limit));
  }

  #overdue(limit: number): void {
    if (this.#answered) return;
    const { refusal } = this.#start;
    // A hook that the system did not let start is not late: it was not asked.
    if (this.#process === null && refusal !== null) {
      this.#giveUp(noRoom(refusal, this.#start.launch, limit));
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

  /** It ended at its gate. Nothing of the hook has run, so it is started the usual way, and never at a gate again. */
  #startCold({ kind }: Ready): void {
    for (const reader of this.#readers.splice(0)) reader.destroy();
    // Who ended it ourselves has nothing to learn from that.
    if (this.#answered) {
      // Nor is there anything to end where it had no process yet.
      if (this.pid === 0) this.#leave();
      return;
    }
    this.#around.warmth?.failed(this.#task, this.#start.launch, `its ${kind} ended at its gate`);
    if (this.#attaching !== null) clearTimeout(this.#attaching);
    if (this.#lasting !== null) clearTimeout(this.#lasting);
    endedBeforeHost(this);
    this.#process = null;
    this.#ready = null;
    this.#exit = null;
    this.reaped = false;
    this.pid = 0;
    this.#start.begin(true);
  }

  #attach({ process, pid, mark, cwd, stdout, stderr, ready }: Started): void {
    this.#process = process;
    this.#ready = ready;
    this.pid = pid;
    this.mark = mark;
    this.#cwd = cwd;
    process.on('error', ignore);
    process.once('exit', this.#onExit);
    if (ready?.relayed !== undefined) this.#listen(ready.relayed);
    this.#read(stdout, this.#stdout);
    this.#read(stderr, this.#stderr);
    if (this.#isWatched) this.#attachSoon();
  }

  #attachSoon(): void {
    this.#attaching = setTimeout(this.#attachReaders, QUICK_MS);
  }

  /** Its process is the child of another one, which tells of it. */
  #listen(relayed: Relayed): void {
    relayed.onPid = (pid) => {
      this.pid = pid;
      // It began all the same when nobody wanted it any more.
      if (this.#answered) this.#end();
    };
    if (this.#started !== null) this.#started -= relayed.agoMs;
    relayed.onLost = (why) => {
      this.reaped = true;
      this.#around.warmth?.failed(this.#task, this.#start.launch, why);
      this.#giveUp({ kind: 'refused', why, fault: { error: new Error(why) } });
      // Without a number there is nothing to end.
      if (this.pid === 0) this.#leave();
    };
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
    if (this.#answered) return;
    for (const reader of this.#readers) reader.attach();
    this.#watchLater();
  };

  #watchLater(): void {
    this.#lasting = setTimeout(() => {
      if (this.pid === 0) this.#watchLater();
      else endWithHost(this);
    }, LASTING_MS - QUICK_MS).unref();
  }

  readonly #onExit = (code: number | null, signal: NodeJS.Signals | null): void => {
    this.reaped = true;
    const ready = this.#ready;
    if (ready === null) this.#ended({ code, signal });
    else ready.known((passed) => (passed ? this.#ended({ code, signal }) : this.#startCold(ready)));
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
    return exitFailure({ ...printed, exitCode, launch: this.#start.launch, cwd: this.#cwd, env });
  }

  #giveUp(outcome: Outcome): void {
    if (this.#answered) return;
    this.#answer(outcome);
    if (this.#process === null) this.#leave();
    else if (this.pid !== 0) this.#end();
    else if (this.#ready?.relayed?.revoke() === true) this.gone();
  }

  /** Nobody has to end it any more. */
  #leave(): void {
    this.#around.live.delete(this);
    if (this.#lasting !== null) clearTimeout(this.#lasting);
    endedBeforeHost(this);
  }

  #end(): void {
    endWithHost(this);
    this.#process?.unref();
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
    this.#start.stop();
    this.#free();
    // Taking away what watched over it costs time, and somebody waits for the answer.
    setImmediate(this.#letGo);
    const durationMs = this.#started === null ? 0 : performance.now() - this.#started;
    const run: Run = { hook: this.#task.hook, outcome, durationMs };
    this.#resolve(this.#around.warmth?.ran(this.#task, this.#start.launch, run, this.#ready) ?? run);
  }

  readonly #letGo = (): void => {
    this.#deadline?.cancel();
    if (this.#attaching !== null) clearTimeout(this.#attaching);
    if (this.#task.signal !== null) this.#around.aborts.unwatch(this.#task.signal, this.#onAbort);
  };
}

const ignore = (): void => {};
