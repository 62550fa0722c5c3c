// The processes that stand at their gates, one for each hook that was seen often enough. They are started when nobody waits.
import type { Stats } from 'node:fs';
import { type ChannelSupply, closeAhead } from '../channels.js';
import { opening } from './gate.js';
import { Preparations, type Wish } from './preparations.js';
import { arrived } from './probes.js';
import { Spare } from './spare.js';
import { isSamePlace, isUnchanged, lookAt, modulesIn, Surroundings } from './surroundings.js';

/** More than these are not kept; whoever was used longest ago goes first. */
const MOST_SHELLS = 16;
const MOST_INTERPRETERS = 4;
const MOST_MEMORY = 256 * 1024 * 1024;
/** A process that nobody asked for in this time goes. */
const IDLE_MS = 10 * 60_000;

/** A process at its gate, and what must still be so when it is needed. */
interface Waiting {
  readonly spare: Spare;
  readonly memory: number;
  readonly check: () => boolean;
  readonly since: number;
}

export class ReadyPool {
  readonly #channels: ChannelSupply;
  readonly #newMark: () => string;
  readonly #preparations: Preparations;
  readonly #surroundings = new Surroundings();
  /** From the one used longest ago to the latest. */
  readonly #waiting = new Map<string, Waiting>();
  readonly #starting = new Map<string, Promise<string | null>>();
  readonly #starters = new Set<Spare>();
  #idle: NodeJS.Timeout | null = null;
  #closed = false;
  /** How often everything was sent away: who started before does not count. */
  #cleared = 0;

  constructor(channels: ChannelSupply, newMark: () => string) {
    this.#channels = channels;
    this.#newMark = newMark;
    this.#preparations = new Preparations(channels);
  }

  /** A process that may go through its gate with this input; `null`: there is none that would be the same as a new one. */
  take(key: string, wish: Wish, stdin: Uint8Array): Spare | null {
    const found = this.#waiting.get(key);
    if (found === undefined) return null;
    this.#waiting.delete(key);
    const words = opening(wish.env);
    if (words !== null && found.check() && found.spare.call(stdin, words)) return found.spare;
    found.spare.dismiss();
    return null;
  }

  /** Starts one; settles with why this hook is to stay cold, or `null`. */
  prepare(key: string, wish: Wish): Promise<string | null> {
    if (this.#closed || this.#waiting.has(key)) return Promise.resolve(null);
    const known = this.#starting.get(key);
    if (known !== undefined) return known;
    const start = this.#start(key, wish)
      .catch(() => null)
      .finally(() => this.#starting.delete(key));
    this.#starting.set(key, start);
    return start;
  }

  async #start(key: string, wish: Wish): Promise<string | null> {
    const here = this.#surroundings.now();
    if (here === null) return 'this system does not tell what a process inherits';
    const began = this.#cleared;
    const mark = this.#newMark();
    const prepared = await this.#preparations.for(wish, mark);
    if ('cold' in prepared) return prepared.cold;
    const streams = await this.#channels.ahead();
    if (streams === null) return null;
    if (began !== this.#cleared) {
      closeAhead(streams);
      return null;
    }
    const { cwd } = wish;
    const { gated } = prepared;
    // Looked at before the start: what changes while it starts is another thing than what it saw.
    const place = lookAt(cwd);
    const files = gated.files.map(seen);
    const { modules } = gated;
    const names = modules === null ? '' : modulesIn(modules);
    let spare: Spare;
    try {
      spare = new Spare({ gated, cwd, mark, streams });
    } catch {
      closeAhead(streams);
      return null;
    }
    this.#starters.add(spare);
    const isThere = await arrived(spare);
    this.#starters.delete(spare);
    if (began !== this.#cleared) {
      spare.dismiss();
      return null;
    }
    if (!isThere) return `its ${gated.kind} did not come to its gate`;
    const packages = spare.words.split('\0').filter((word) => word !== '');
    files.push(...packages.map(seen));
    const check = (): boolean =>
      this.#surroundings.now() === here &&
      isSamePlace(place, lookAt(cwd)) &&
      files.every(({ path, state }) => isUnchanged(state, lookAt(path))) &&
      (modules === null || modulesIn(modules) === names);
    this.#waiting.set(key, { spare, memory: spare.memory, check, since: performance.now() });
    spare.child.once('exit', () => {
      if (this.#waiting.get(key)?.spare === spare) this.#waiting.delete(key);
    });
    this.#makeRoom();
    this.#watchIdle();
    return null;
  }

  /** All of them go: hooks may be others now. */
  clear(): void {
    this.#cleared += 1;
    for (const { spare } of this.#waiting.values()) spare.dismiss();
    this.#waiting.clear();
    for (const spare of this.#starters) spare.dismiss();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.clear();
    await Promise.all(this.#starting.values());
    this.#preparations.close();
    this.#surroundings.close();
  }

  #makeRoom(): void {
    const room = { shells: MOST_SHELLS, interpreters: MOST_INTERPRETERS, memory: MOST_MEMORY };
    for (const [key, { spare, memory }] of [...this.#waiting].reverse()) {
      const kind = spare.kind === 'shell' ? 'shells' : 'interpreters';
      room[kind] -= 1;
      room.memory -= memory;
      if (room[kind] < 0 || room.memory < 0) this.#drop(key);
    }
  }

  #drop(key: string): void {
    this.#waiting.get(key)?.spare.dismiss();
    this.#waiting.delete(key);
  }

  /** One timer for the oldest: while nothing is old, nothing wakes up. */
  #watchIdle(): void {
    if (this.#idle !== null || this.#closed) return;
    const [oldest] = this.#waiting.values();
    if (oldest === undefined) return;
    const wait = Math.max(1000, oldest.since + IDLE_MS - performance.now());
    this.#idle = setTimeout(() => {
      this.#idle = null;
      const limit = performance.now() - IDLE_MS;
      for (const [key, { since }] of [...this.#waiting]) if (since <= limit) this.#drop(key);
      this.#watchIdle();
    }, wait).unref();
  }
}

/** A file as it is now. */
const seen = (path: string): { readonly path: string; readonly state: Stats | null } => ({
  path,
  state: lookAt(path),
});
