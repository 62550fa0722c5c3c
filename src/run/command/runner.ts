// Runs command hooks.
import type { Shells } from '../../machine/index.js';
import type { Loan, Outcome, Run, Runner, WarmMode } from '../../nouns.js';
import type { Profile } from '../../profiles.js';
import { Aborts, abortReason } from './aborts.js';
import { ChannelSupply } from './channels.js';
import { Endings, killNow } from './ending.js';
import { type CommandTask, Execution, type Shared } from './execution.js';
import { atHostExit } from './host-exit.js';
import { restWatch } from './host-watch.js';
import type { Helper } from './large/helper.js';
import { Beside } from './large/index.js';
import { planLaunch } from './launch.js';
import { LaunchQueue } from './launch-queue.js';
import { Leftovers } from './leftovers.js';
import { MarkedEnvs, newToken } from './marked-env.js';
import { quickSpawn } from './quick-spawn.js';
import { ShellFinder } from './shells.js';
import { type Spawn, timedSpawn } from './spawning.js';
import { createWarmth, type Warmth } from './warmth.js';

const DEFAULT_OUTPUT_CAP = 8 * 1024 * 1024;
/** Runs of a host that lives very long. */
const MARK_DIGITS = 9;
const CLOSED = 'the engine was closed';

const spawnOnce: Spawn = (...what) => quickSpawn(...what) ?? timedSpawn(...what);

export interface CommandRunnerOptions {
  readonly profile: Profile;
  /** Made for this user only, if it is not there; emptied by `close`. A memory file system is fastest. */
  readonly tempDir: string;
  /** Instead of looking for them; `null`: there is none. */
  readonly shells?: Partial<Shells>;
  /** Bytes kept of each stream; the rest is read and dropped. */
  readonly outputCap?: number;
  /** Whether hooks that run often have their process started before it is needed; default: never. */
  readonly warm?: WarmMode;
  /** Whether a small process may run hooks where this one is so large that a start holds it up; default: it may. */
  readonly beside?: boolean;
  /** It is for the hooks of one event and closed then: named pipes are taken from earlier ones, and left in `tempDir` for later ones; default: it is not. */
  readonly oneShot?: boolean;
  /** Begins the mark of every run; default: a new one. */
  readonly token?: string;
}

/** A runner for hooks of type `command`. */
export function createCommandRunner(options: CommandRunnerOptions): CommandRunner {
  return new CommandRunner(options);
}

class CommandRunner implements Runner {
  readonly #profile: Profile;
  readonly #shells: ShellFinder;
  readonly #queue = new LaunchQueue();
  readonly #leftovers: Leftovers;
  readonly #around: Shared;
  readonly #warmth: Warmth | null;
  readonly #beside: Beside | null;
  readonly #leaveExit: () => void;
  readonly #token: string;
  #count = 0;
  #closing: Promise<void> | null = null;

  constructor({
    profile,
    tempDir,
    shells = {},
    outputCap = DEFAULT_OUTPUT_CAP,
    warm = 'off',
    beside = true,
    oneShot = false,
    token = newToken(),
  }: CommandRunnerOptions) {
    this.#profile = profile;
    this.#token = token;
    this.#shells = new ShellFinder(shells);
    this.#leftovers = new Leftovers(outputCap);
    const channels = new ChannelSupply(tempDir, oneShot);
    this.#warmth = warm === 'off' ? null : createWarmth(warm, channels, () => this.#newMark());
    // Shells that somebody handed in are not where the other process would look.
    const mayBeElsewhere = beside && Object.keys(shells).length === 0;
    this.#beside = mayBeElsewhere ? new Beside({ profile, tempDir, outputCap, warm }) : null;
    this.#around = {
      channels,
      spawn: oneShot ? spawnOnce : timedSpawn,
      warmth: this.#warmth,
      envs: new MarkedEnvs(),
      aborts: new Aborts(),
      endings: new Endings(),
      outputCap,
      live: new Set(),
      keepReading: (reader) => this.#leftovers.add(reader),
    };
    this.#leaveExit = atHostExit(() => {
      killNow([...this.#around.live].filter(({ pid }) => pid !== 0));
      // They end with their gates, but for those that somebody stopped.
      this.#warmth?.clearNow();
      this.#around.channels.removeNow();
    });
  }

  run(task: CommandTask): Promise<Run> {
    const { hook, env, signal } = task;
    const settled = (outcome: Outcome): Promise<Run> => Promise.resolve({ hook, outcome, durationMs: 0 });
    if (hook.handler.type !== 'command') {
      return settled({ kind: 'refused', why: `a hook of type "${hook.handler.type}" is not a command` });
    }
    if (this.#closing !== null) return settled({ kind: 'cancelled', why: CLOSED });
    if (signal?.aborted === true) return settled({ kind: 'cancelled', why: abortReason(signal) });
    const awaited = task.onFirstLine !== null || hook.handler.background === 'no';
    const helper = this.#beside?.helper ?? null;
    if (helper !== null) return this.#runBeside(task, helper, awaited);
    const launch = planLaunch(hook, hook.handler, env, this.#profile, this.#shells);
    if ('kind' in launch) return settled(launch);
    const execute = (): Promise<Run> =>
      new Promise((resolve) => {
        const wait = new Wait();
        const execution = new Execution(task, launch, this.#newMark(), this.#around, (run) => {
          resolve(wait.noted(run));
          this.#beside?.look();
        });
        // Of hooks in the background there are only so many, and who waits for an answer does not wait for them.
        this.#queue.add((free, waited) => {
          if (waited) wait.isOver();
          execution.start(free, waited);
        }, awaited);
        // Behind the start, if that is at once: what it takes the first time is done while the hook runs.
        void Promise.resolve().then(() => execution.heed());
      });
    const waiting = this.#warmth?.whereForced(task, launch) ?? null;
    if (waiting === null) return execute();
    return waiting.then(() => {
      if (this.#closing !== null) return settled({ kind: 'cancelled', why: CLOSED });
      return signal?.aborted === true ? settled({ kind: 'cancelled', why: abortReason(signal) }) : execute();
    });
  }

  async lend(task: CommandTask): Promise<Loan | null> {
    const { hook, env } = task;
    if (this.#warmth === null || hook.handler.type !== 'command' || this.#closing !== null) return null;
    // What is looked at immediately before the start is looked at here.
    if (task.recheck !== null || (this.#beside?.helper ?? null) !== null) return null;
    const launch = planLaunch(hook, hook.handler, env, this.#profile, this.#shells);
    return 'kind' in launch ? null : this.#warmth.lend(task, launch);
  }

  reloaded(): void {
    this.#warmth?.clear();
    this.#beside?.helper?.reloaded();
  }

  #runBeside(task: CommandTask, helper: Helper, awaited: boolean): Promise<Run> {
    // What waits here at a gate is not needed any more.
    this.#warmth?.clear();
    const wait = new Wait();
    return new Promise((resolve, reject) => {
      this.#queue.add((free, waited) => {
        if (waited) wait.isOver();
        const instead = waited ? (task.recheck?.() ?? null) : null;
        const listening = { ...task, onFirstLine: freeing(task.onFirstLine, free) };
        const run =
          instead === null ? helper.run(listening) : Promise.resolve({ outcome: instead, durationMs: 0 });
        run.finally(free).then((ended) => resolve(wait.noted({ hook: task.hook, ...ended })), reject);
      }, awaited);
    });
  }

  #newMark(): string {
    this.#count += 1;
    // Of one length: a process that is forked for many runs puts the mark of each in the place of its own.
    return `${this.#token}-${String(this.#count).padStart(MARK_DIGITS, '0')}.`;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { live, endings, channels } = this.#around;
    for (const execution of [...live]) execution.cancel(CLOSED);
    // Who forked a hook tells of its end: it has to be there until then.
    const ended = endings.idle().then(() => this.#warmth?.close());
    await Promise.all([ended, this.#beside?.close(CLOSED)]);
    this.#leftovers.close();
    await channels.close();
    this.#leaveExit();
    restWatch();
  }
}

/** In the background it is in nobody's way. */
function freeing(listener: CommandTask['onFirstLine'], free: () => void): CommandTask['onFirstLine'] {
  if (listener === null) return null;
  return async (line) => {
    const said = await listener(line);
    if (said !== false) free();
    return said;
  };
}

/** How long a hook waits for its turn. */
class Wait {
  readonly #since = performance.now();
  #ms: number | null = null;

  isOver(): void {
    this.#ms = performance.now() - this.#since;
  }

  noted(run: Run): Run {
    return this.#ms === null ? run : { ...run, waitedMs: this.#ms };
  }
}
