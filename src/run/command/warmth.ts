// Which hooks get a process that is started before it is needed. They are learned from what runs; the processes themselves are
// the pool's, which is loaded when the first one is wanted.
import type { Loan, Run, RunStart, WarmMode } from '../../nouns.js';
import { reasonOf } from '../../text/index.js';
import { lateVariables } from '../environment.js';
import type { ChannelSupply } from './channels.js';
import type { CommandTask } from './execution.js';
import type { Launch } from './launch.js';
import type { Lent, Ready, ReadyPool, Wish } from './ready/index.js';

/** A hook that ran this often in a session will run again. */
const OFTEN = 2;
/** Hooks that are remembered; whoever ran longest ago is forgotten first. */
const MOST_KNOWN = 256;
/** Nothing is started while events come in: this long after the last one. */
const QUIET_MS = 25;
/** But where events never cease, it is started between them. */
const LONGEST_MS = 250;
/** And at once where the next event of the same hook is likely to come that soon: the answer to this one is on its way by then. */
const SOON_MS = 1;
const LONG_MS = 2 ** 30;
/** So often a hook found that the process it used last was not replaced yet: its events come faster than processes start. */
const HURRIED = 2;
/** Then so many are started after one event at most: where they do not come to their gates, no more are tried. */
const MOST_STARTS = 4;

interface Known {
  readonly key: string;
  wish: Wish;
  runs: number;
  /** How often nobody stood at its gate, although somebody had before. */
  missed: number;
  hadOne: boolean;
  /** How many were started since it ran. */
  starts: number;
  /** Why it stays cold; `null`: it need not. */
  cold: string | null;
  wanted: boolean;
}

/** Keeps processes ready for hooks that run often. */
export const createWarmth = (...how: ConstructorParameters<typeof Warmth>): Warmth => new Warmth(...how);

export type { Warmth };

class Warmth {
  readonly #mode: Exclude<WarmMode, 'off'>;
  readonly #channels: ChannelSupply;
  readonly #newMark: () => string;
  readonly #known = new Map<string, Known>();
  readonly #environments = new Environments();
  /** Hooks that somebody waits for. */
  readonly #running = new Set<CommandTask>();
  /** Asked for when a hook starts and when it has ended. */
  readonly #keys = new WeakMap<CommandTask, string>();
  /** Those that somebody else starts. */
  readonly #lent = new WeakMap<Loan, Lent>();
  #pool: ReadyPool | null = null;
  #loading: Promise<ReadyPool> | null = null;
  #refill: NodeJS.Timeout | null = null;
  /** Somebody whose next event is likely to come soon waits for hooks that run. */
  #isHeld = false;
  #lastEvent = 0;
  #waitingSince = 0;
  #closed = false;

  constructor(mode: Exclude<WarmMode, 'off'>, channels: ChannelSupply, newMark: () => string) {
    this.#mode = mode;
    this.#channels = channels;
    this.#newMark = newMark;
  }

  /** The process of this hook that waits, let through with its input; `null`: one has to be started. */
  take(task: CommandTask, launch: Launch): Ready | null {
    this.#lastEvent = performance.now();
    const wish = wishOf(task, launch);
    if (wish !== null) this.#running.add(task);
    if (this.#pool === null || wish === null) return null;
    const key = this.#keyOf(wish);
    this.#keys.set(task, key);
    const lent = task.loan === undefined ? null : (this.#lent.get(task.loan)?.taken() ?? null);
    if (lent !== null) return lent;
    const known = this.#known.get(key);
    if (known === undefined || known.cold !== null) return null;
    if (known.hadOne && !this.#pool.has(key)) known.missed += 1;
    return this.#pool.take(key, wish, task.stdin);
  }

  /** The next run of a hook that runs often, for somebody else to start; `null`: it is not lent. */
  async lend(task: CommandTask, launch: Launch): Promise<Loan | null> {
    const wish = wishOf(task, launch);
    const known = wish === null ? undefined : this.#known.get(this.#keyOf(wish));
    if (wish === null || known === undefined || known.cold !== null || !this.#runsOften(task, known))
      return null;
    const pool = await this.#loaded();
    const lent = this.#closed ? null : await pool.lend(wish, task.hook.id);
    if (lent !== null) this.#lent.set(lent, lent);
    return lent;
  }

  /** Where everything is to be warm, one is started and waited for. */
  whereForced(task: CommandTask, launch: Launch): Promise<void> | null {
    if (this.#mode === 'learned') return null;
    const wish = wishOf(task, launch);
    if (wish === null) return null;
    // Nothing that is started ahead keeps the host alive, but here somebody waits for it.
    const stay = setInterval(() => undefined, LONG_MS);
    return this.#prepare(this.#remember(wish)).finally(() => clearInterval(stay));
  }

  /** A process of this hook did not do what it should. */
  failed(task: CommandTask, launch: Launch, why: string): void {
    const wish = wishOf(task, launch);
    if (wish !== null) this.#remember(wish).cold = why;
  }

  /** Takes notice of a run, and says how it was started. */
  ran(task: CommandTask, launch: Launch, run: Run, ready: Pick<Ready, 'kind' | 'bootMs'> | null): Run {
    this.#lastEvent = performance.now();
    this.#running.delete(task);
    const wish = wishOf(task, launch);
    if (wish === null || this.#closed) return run;
    const known = this.#remember(wish, this.#keys.get(task));
    known.runs += 1;
    known.starts = 0;
    // Who lends it starts the next one, too.
    const isWanted = this.#runsOften(task, known) && (ready === null || task.loan === undefined);
    // Behind the answer, which somebody waits for.
    if (this.#isHeld || isWanted) setImmediate(() => this.#replace(known, isWanted));
    const start = startOf(known, ready);
    return start === null ? run : { ...run, start };
  }

  #runsOften({ hook }: CommandTask, { runs }: Known): boolean {
    return this.#mode !== 'learned' || runs >= (hook.warm === true ? 1 : OFTEN);
  }

  clear(): void {
    this.#known.clear();
    this.#pool?.clear();
  }

  /** The same for the end of the host. */
  clearNow(): void {
    this.#pool?.clearNow();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#refill !== null) clearTimeout(this.#refill);
    const pool = await this.#loading?.catch(() => null);
    await pool?.close();
  }

  #replace(known: Known, runsOften: boolean): void {
    if (this.#closed) return;
    if (this.#isHeld && this.#running.size === 0) this.#refillIn(SOON_MS);
    if (runsOften) this.#want(known);
  }

  #want(known: Known): void {
    if (known.cold !== null || known.wanted) return;
    known.wanted = true;
    if (this.#refill === null) this.#waitingSince = performance.now();
    else if (!isHurried(known)) return;
    this.#refillIn(isHurried(known) ? SOON_MS : QUIET_MS);
  }

  #refillIn(ms: number): void {
    if (this.#refill !== null) clearTimeout(this.#refill);
    this.#refill = setTimeout(this.#onRefill, ms).unref();
  }

  readonly #onRefill = (): void => {
    this.#refill = null;
    if (this.#closed) return;
    const now = performance.now();
    const quietIn = Math.max(
      0,
      Math.min(this.#lastEvent + QUIET_MS - now, this.#waitingSince + LONGEST_MS - now),
    );
    const wanted = [...this.#known.values()].filter((known) => known.wanted);
    const hurried = wanted.filter(isHurried);
    // Each start blocks the event loop for a fork: one a turn, and none for the next event while somebody waits for this one.
    const [next] = quietIn <= 1 ? wanted : this.#running.size === 0 ? hurried : [];
    this.#isHeld = next === undefined && hurried.length > 0;
    if (next !== undefined) this.#start(next);
    const left = wanted.length - (next === undefined ? 0 : 1);
    if (left > 0 && this.#refill === null) this.#refillIn(next === undefined ? quietIn : 0);
  };

  #start(known: Known): void {
    known.wanted = false;
    this.#prepare(known).catch((error: unknown) => {
      known.cold = reasonOf(error);
    });
  }

  async #prepare(known: Known): Promise<void> {
    if (known.cold !== null) return;
    const pool = await this.#loaded();
    const hurried = this.#mode === 'forked' || isHurried(known);
    const prepared = pool.prepare(known.key, known.wish, hurried);
    known.starts += 1;
    if (isHurried(known) && known.starts < MOST_STARTS && pool.lacks(known.key)) this.#want(known);
    known.cold ??= await prepared;
    known.hadOne = true;
  }

  async #loaded(): Promise<ReadyPool> {
    this.#loading ??= import('./ready/index.js').then(
      ({ ReadyPool }) => new ReadyPool(this.#channels, this.#newMark),
    );
    this.#pool = await this.#loading;
    return this.#pool;
  }

  #remember(wish: Wish, key = this.#keyOf(wish)): Known {
    const known = this.#known.get(key) ?? {
      key,
      wish,
      runs: 0,
      missed: 0,
      hadOne: false,
      starts: 0,
      cold: null,
      wanted: false,
    };
    this.#known.delete(key);
    this.#known.set(key, known);
    if (this.#known.size > MOST_KNOWN) this.#known.delete(this.#known.keys().next().value ?? '');
    return known;
  }

  #keyOf({ launch, cwd, env }: Wish): string {
    // None of these can have a NUL in it and be started.
    return `${this.#environments.numberOf(env)}\0${cwd}\0${launch.file}\0${launch.args.join('\0')}`;
  }
}

/** Its events come faster than processes start. */
const isHurried = ({ missed }: Known): boolean => missed >= HURRIED;

/** What was done before the event need not be waited for at it. */
function startOf({ cold: why }: Known, ready: Pick<Ready, 'kind' | 'bootMs'> | null): RunStart | null {
  if (ready !== null) return { kind: ready.kind, savedMs: ready.bootMs };
  return why === null ? null : { kind: 'cold', why };
}

/** `null`: it runs in the background, where nobody waits for it. */
function wishOf(task: CommandTask, launch: Launch): Wish | null {
  const { handler } = task.hook;
  const [cwd] = task.cwd;
  if (cwd === undefined || (handler.type === 'command' && handler.background !== 'no')) return null;
  return { launch, cwd, env: task.env };
}

/** Environments by what stands in them, but for what differs at every event. */
class Environments {
  readonly #numbers = new WeakMap<Wish['env'], number>();
  readonly #texts = new Map<string, number>();
  #count = 0;

  numberOf(env: Wish['env']): number {
    const known = this.#numbers.get(env);
    if (known !== undefined) return known;
    const late = lateVariables();
    const text = JSON.stringify(
      Object.entries(env).map(([name, value]) => (late.includes(name) ? [name] : [name, value])),
    );
    const number = this.#texts.get(text) ?? ++this.#count;
    this.#texts.delete(text);
    this.#texts.set(text, number);
    if (this.#texts.size > MOST_KNOWN) this.#texts.delete(this.#texts.keys().next().value ?? '');
    this.#numbers.set(env, number);
    return number;
  }
}
