// The processes that stand at their gates, one for each hook that was seen often enough. They are started when nobody waits.
import type { Stats } from 'node:fs';
import type { HookId } from '../../../nouns.js';
import { type ChannelSupply, closeAhead } from '../channels.js';
import type { Start } from './at-gate.js';
import { ForkServer } from './fork-server.js';
import { opening, type Ready, type Standing } from './gate.js';
import { Lent } from './lent.js';
import { Preparations, type Wish } from './preparations.js';
import { arrived } from './probes.js';
import { Spare } from './spare.js';
import {
  isSamePlace,
  isUnchanged,
  lookAt,
  modulesIn,
  placeOf,
  Surroundings,
  stampOf,
} from './surroundings.js';

/** More than these are not kept; whoever was used longest ago goes first. */
const MOST_SHELLS = 16;
const MOST_INTERPRETERS = 4;
const MOST_MEMORY = 256 * 1024 * 1024;
/** So many are kept for one hook, where its events come faster than processes start. */
const MOST_ALIKE = 4;
/** A process that nobody asked for in this time goes. */
const IDLE_MS = 10 * 60_000;

/** A process at its gate, and what must still be so when it is needed. */
interface Waiting {
  readonly key: string;
  readonly standing: Standing;
  readonly memory: number;
  readonly check: () => boolean;
  since: number;
}

/** It only keeps the host. */
const STAYS_MS = 60_000;

export class ReadyPool {
  readonly #channels: ChannelSupply;
  readonly #newMark: () => string;
  readonly #preparations: Preparations;
  readonly #surroundings = new Surroundings();
  /** From the one used longest ago to the latest. */
  readonly #waiting = new Set<Waiting>();
  /** Whose they are. */
  readonly #starting = new Map<Promise<string | null>, string>();
  /** Hooks of which several may stand there: a shell is small, and soon there. */
  readonly #small = new Set<string>();
  readonly #starters = new Set<Standing>();
  /** Also those that are asked no more, and stay for who still runs. */
  readonly #servers = new Set<ForkServer>();
  /** Hooks whose Python is not to be forked. */
  readonly #unforked = new Set<string>();
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
  take(key: string, wish: Wish, stdin: Uint8Array): Ready | null {
    for (const found of this.#of(key)) {
      this.#waiting.delete(found);
      const { standing } = found;
      const words = opening(wish.env);
      const isSame = words !== null && found.check();
      const ready = isSame ? standing.call(stdin, words, this.#newMark) : null;
      if (isSame && standing.serves === 'often') {
        found.since = performance.now();
        this.#waiting.add(found);
      } else if (ready === null) standing.dismiss();
      if (ready !== null) return ready;
    }
    return null;
  }

  /** A process that somebody else starts; `null`: this one is not lent. It is the caller's to release. */
  async lend(wish: Wish, hook: HookId): Promise<Lent | null> {
    const words = opening(wish.env);
    if (this.#closed || words === null) return null;
    const mark = this.#newMark();
    const prepared = await this.#preparations.for(wish, mark, false);
    if ('cold' in prepared || prepared.gated.script === null) return null;
    const { kind, file, args, env, script } = prepared.gated;
    const files: Record<string, string> = {};
    for (const path of prepared.gated.files) files[path] = stampOf(path);
    const place = placeOf(wish.cwd);
    const pipes = await this.#channels.pipes();
    if (pipes === null) return null;
    const named = {
      stdin: this.#channels.folder.newName(),
      stdout: pipes.stdout.name,
      stderr: pipes.stderr.name,
    };
    const entry = ['', ...words, ''].join('\n');
    const recipe = { file, args, env, cwd: wish.cwd, script, opening: entry, ...named, files, place };
    return new Lent({ hook, kind, mark, recipe, pipes });
  }

  /** Whether somebody stands at the gate for this hook. */
  has(key: string): boolean {
    return this.#of(key).length > 0;
  }

  /** Whether one more is to be started for a hook whose events come that fast. A second one takes the place of no other hook's. */
  lacks(key: string): boolean {
    const own = this.#of(key).length + this.#startsOf(key).length;
    const isRoom = this.#waiting.size + this.#starting.size < MOST_SHELLS;
    return own === 0 || (isRoom && this.#small.has(key) && own < MOST_ALIKE);
  }

  /**
   * Starts one; settles with why this hook is to stay cold, or `null`.
   *
   * @param hurried its events come faster than processes start: several are kept, or a Python is forked, where it can be
   */
  prepare(key: string, wish: Wish, hurried: boolean): Promise<string | null> {
    const [known] = this.#startsOf(key);
    const isEnough = hurried ? !this.lacks(key) : known !== undefined || this.has(key);
    if (this.#closed || isEnough) return known ?? Promise.resolve(null);
    const start = this.#start(key, wish, hurried && !this.#unforked.has(key))
      .catch(() => null)
      .finally(() => this.#starting.delete(start));
    this.#starting.set(start, key);
    return start;
  }

  #of(key: string): readonly Waiting[] {
    return [...this.#waiting].filter((one) => one.key === key);
  }

  #startsOf(key: string): readonly Promise<string | null>[] {
    return [...this.#starting].flatMap(([start, one]) => (one === key ? [start] : []));
  }

  async #start(key: string, wish: Wish, forks: boolean): Promise<string | null> {
    const here = this.#surroundings.now();
    if (here === null) return 'this system does not tell what a process inherits';
    const began = this.#cleared;
    const mark = this.#newMark();
    const prepared = await this.#preparations.for(wish, mark, forks);
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
    let standing: Standing;
    try {
      const start = { gated, cwd, mark, streams };
      standing = gated.kind === 'fork' ? this.#server(start) : new Spare(start);
    } catch {
      closeAhead(streams);
      return null;
    }
    this.#starters.add(standing);
    const isThere = await arrived(standing);
    this.#starters.delete(standing);
    if (began !== this.#cleared) {
      standing.dismiss();
      return null;
    }
    if (standing.refusal !== null) {
      this.#unforked.add(key);
      return this.#start(key, wish, false);
    }
    if (!isThere) return `its ${gated.kind} did not come to its gate`;
    const packages = standing.words.split('\0').filter((word) => word !== '');
    files.push(...packages.map(seen));
    const check = (): boolean =>
      this.#surroundings.now() === here &&
      isSamePlace(place, lookAt(cwd)) &&
      files.every(({ path, state }) => isUnchanged(state, lookAt(path))) &&
      (modules === null || modulesIn(modules) === names);
    const waiting = { key, standing, memory: standing.memory, check, since: performance.now() };
    this.#waiting.add(waiting);
    if (isSmall(standing)) this.#small.add(key);
    standing.whenGone(() => this.#waiting.delete(waiting));
    this.#makeRoom();
    this.#watchIdle();
    return null;
  }

  #server(start: Start): ForkServer {
    const server = new ForkServer(start, this.#channels);
    this.#servers.add(server);
    server.whenGone(() => this.#servers.delete(server));
    return server;
  }

  /** All of them go: hooks may be others now. */
  clear(): void {
    this.#cleared += 1;
    for (const { standing } of this.#waiting) standing.dismiss();
    this.#waiting.clear();
    this.#small.clear();
    for (const standing of this.#starters) standing.dismiss();
    this.#unforked.clear();
  }

  /** The same for the end of the host, where nobody waits for who still runs. */
  clearNow(): void {
    this.clear();
    for (const server of [...this.#servers]) server.end();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.clearNow();
    // Nobody stays for processes that are being started, but whoever waits here does.
    const stays = setInterval(() => undefined, STAYS_MS);
    await Promise.all(this.#starting.keys());
    clearInterval(stays);
    this.#preparations.close();
    this.#surroundings.close();
  }

  #makeRoom(): void {
    const room = { shells: MOST_SHELLS, interpreters: MOST_INTERPRETERS, memory: MOST_MEMORY };
    for (const one of [...this.#waiting].reverse()) {
      const kind = isSmall(one.standing) ? 'shells' : 'interpreters';
      room[kind] -= 1;
      room.memory -= one.memory;
      if (room[kind] < 0 || room.memory < 0) this.#drop(one);
    }
  }

  #drop(one: Waiting): void {
    this.#waiting.delete(one);
    one.standing.dismiss();
  }

  /** One timer for the oldest: while nothing is old, nothing wakes up. */
  #watchIdle(): void {
    if (this.#idle !== null || this.#closed) return;
    const [oldest] = this.#waiting;
    if (oldest === undefined) return;
    const wait = Math.max(1000, oldest.since + IDLE_MS - performance.now());
    this.#idle = setTimeout(() => {
      this.#idle = null;
      const limit = performance.now() - IDLE_MS;
      for (const one of [...this.#waiting]) if (one.since <= limit) this.#drop(one);
      this.#watchIdle();
    }, wait).unref();
  }
}

const isSmall = ({ kind }: Standing): boolean => kind === 'shell' || kind === 'bash';

/** A file as it is now. */
const seen = (path: string): { readonly path: string; readonly state: Stats | null } => ({
  path,
  state: lookAt(path),
});
