// The start of one hook: a process that waits at its gate, or a new one, tried again as long as the system has no room for it.
import type { Readable } from 'node:stream';
import { isExecutable } from '../../machine/index.js';
import { asTree } from '../../machine/processes/index.js';
import type { Outcome } from '../../nouns.js';
import { codeOf } from '../../text/index.js';
import { type ChannelSupply, type Channels, closeChannels, closeHookEnds } from './channels.js';
import type { CommandTask } from './execution.js';
import { kindOf } from './files.js';
import { asShellScript, type Launch, launchFailed } from './launch.js';
import type { MarkedEnvs } from './marked-env.js';
import type { HookProcess, Ready } from './ready/index.js';
import { isPassing } from './room.js';
import { spawnFailure } from './spawn-failure.js';
import type { Spawn, Spawned } from './spawning.js';
import type { Warmth } from './warmth.js';

/** A start that the system refused for the moment is tried again after this, and then after twice as long. */
const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 250;

const UNUSABLE_CWD = new Set(['ENOENT', 'ENOTDIR', 'EACCES']);

/** A descriptor of our own, a stream of Node's, or none. */
export type Source = number | Readable | null;

export interface Started {
  readonly process: HookProcess;
  /** `0`: nobody knows it yet. */
  readonly pid: number;
  readonly mark: string;
  readonly cwd: string;
  readonly stdout: Source;
  readonly stderr: Source;
  /** The process was there before the event. */
  readonly ready: Ready | null;
}

export interface StartsWith {
  readonly channels: ChannelSupply;
  readonly envs: MarkedEnvs;
  readonly spawn: Spawn;
  /** `null`: every hook is started when it is needed. */
  readonly warmth: Warmth | null;
}

/** Of each beginning one of the two comes, unless it is stopped. */
export interface StartListener {
  started(started: Started): void;
  /** It is not started; this is how it ended instead. */
  failed(outcome: Outcome): void;
}

export class Start {
  /** What is started in the end. */
  launch: Launch;
  readonly #task: CommandTask;
  readonly #mark: string;
  readonly #with: StartsWith;
  readonly #listener: StartListener;
  /** Something happened between the request and the start. */
  #waited = false;
  #refusal: unknown = null;
  #wait = FIRST_WAIT_MS;
  #again: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(task: CommandTask, launch: Launch, mark: string, shared: StartsWith, listener: StartListener) {
    this.#task = task;
    this.launch = launch;
    this.#mark = mark;
    this.#with = shared;
    this.#listener = listener;
  }

  /** Why the system did not let it start so far; `null`: it did not say. */
  get refusal(): unknown {
    return this.#refusal ?? this.#with.channels.refusal;
  }

  /** Never throws. `waited`: what was checked when it was asked for may be otherwise by now. */
  begin(waited: boolean): void {
    this.#waited ||= waited;
    this.#begin();
  }

  /** Nobody waits for it any more. */
  stop(): void {
    this.#stopped = true;
    if (this.#again !== null) clearTimeout(this.#again);
  }

  #begin(): void {
    this.#again = null;
    if (this.#stopped) return;
    const { channels, warmth } = this.#with;
    try {
      const instead = this.#waited ? (this.#task.recheck?.() ?? null) : null;
      if (instead !== null) {
        this.#listener.failed(instead);
        return;
      }
      const ready = warmth?.take(this.#task, this.launch) ?? null;
      if (ready !== null) {
        const { process, pid, mark, cwd, output } = ready;
        this.#listener.started({ process, pid, mark, cwd, ...output, ready });
        return;
      }
      const opened = channels.open(this.#task.stdin);
      if (opened === null) void channels.ready().then(this.#beginAgain);
      else this.#spawn(opened, 0);
    } catch (error) {
      this.#beginLater(error);
    }
  }

  readonly #beginAgain = (): void => this.begin(true);

  #beginLater(refusal: unknown): void {
    this.#refusal = refusal;
    this.#again = setTimeout(this.#beginAgain, this.#wait);
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 2);
  }

  /** `place`: which of the task's directories to run in. */
  #spawn(opened: Channels, place: number): void {
    const cwd = this.#task.cwd[place];
    if (cwd === undefined) {
      const list = this.#task.cwd.join(', ') || 'none was given';
      this.#notStarted(opened, launchFailed('other', list, `no directory to run in can be entered: ${list}`));
      return;
    }
    const { file, args, form } = this.launch;
    const { stdin, output } = opened;
    let child: Spawned;
    try {
      child = this.#with.spawn(file, args, {
        cwd,
        env: this.#with.envs.mark(this.#task.env, this.#mark, form === 'bash'),
        ...asTree(),
        stdio: [stdin ?? 'pipe', output?.stdout.writer ?? 'pipe', output?.stderr.writer ?? 'pipe'],
      });
    } catch (error) {
      this.#failed(error, opened, place, cwd);
      return;
    }
    const { pid } = child;
    if (pid === undefined) {
      child.once('error', (error) => this.#failed(error, opened, place, cwd));
      return;
    }
    const stdout = output?.stdout.reader ?? child.stdout;
    const stderr = output?.stderr.reader ?? child.stderr;
    this.#listener.started({ process: child, pid, mark: this.#mark, cwd, stdout, stderr, ready: null });
    this.#handOver(child, opened);
  }

  #handOver(child: Spawned, opened: Channels): void {
    closeHookEnds(opened);
    if (child.stdin !== null) {
      // A hook that does not read its input closes the pipe under the writer.
      child.stdin.on('error', () => undefined);
      child.stdin.end(this.#task.stdin);
    }
    this.#with.channels.prepare();
  }

  #failed(error: unknown, opened: Channels, place: number, cwd: string): void {
    if (this.#stopped) {
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
    const script = code === 'ENOEXEC' ? asShellScript(this.launch, cwd, env['PATH'] ?? '') : null;
    if (script !== null) {
      this.launch = script;
      this.#spawn(opened, place);
      return;
    }
    this.#notStarted(opened, spawnFailure(error, this.launch, cwd, env));
  }

  #notStarted(opened: Channels, failure: Outcome): void {
    closeChannels(opened);
    this.#listener.failed(failure);
  }
}

function canEnter(directory: string): boolean {
  return kindOf(directory) === 'directory' && isExecutable(directory);
}
