// What the engine remembers of each agent session. Nothing is kept for a session that gave no reason to.
import type { HookInput } from '../events/index.js';
import type { Diagnostic, EnvLayer, HookId, Said, Session, StopRounds, Voice } from '../nouns.js';
import type { Writers } from './file-watch.js';

/** Sessions that did not end properly are forgotten, oldest first, beyond this many. */
const MOST_SESSIONS = 1000;

const MOST_UNKNOWN = 200;

/** One object, so that environments made from it stay the same. */
const NO_EXPORTS: Readonly<Record<string, string>> = Object.freeze({});
const NO_LAYERS: readonly EnvLayer[] = Object.freeze([]);

/** The env file of a hook, and whose word what it exports is. */
export interface EnvFile {
  readonly file: string;
  readonly voice: Voice;
}

export class SessionMemory implements Session {
  readonly id: string;
  readonly ran = new Set<HookId>();
  readonly activeSkills = new Set<string>();
  readonly stopRounds = new Map<string, StopRounds>();
  /** Env files of hooks by event and hook, in the order a shell has to read them. */
  readonly envFiles = new Map<string, EnvFile>();
  /** What env files export, for the host. */
  exported: Readonly<Record<string, string>> = NO_EXPORTS;
  /** The same for later hooks: each file apart, because not every hook sees every one. */
  exportedToHooks: readonly EnvLayer[] = NO_LAYERS;
  /** What is said once a session and was. */
  readonly told = new Set<string>();
  /** Hooks that went over their budget and are not waited for any more, where nothing hangs on them. */
  readonly moved = new Set<HookId>();
  /** Of hooks that run together after a file was changed: whether they change it too. */
  readonly writers = new Map<string, Writers>();
  /** From background hooks, until the next event or until the host asks. */
  late: readonly Said<string>[] = [];
  lateDiagnostics: Diagnostic[] = [];
  readonly unknownEvents = new Set<string>();

  constructor(id: string) {
    this.id = id;
  }

  /** Whether an event that nobody knows comes for the first time; beyond a number of names none does. */
  isNewEvent(name: string): boolean {
    if (this.unknownEvents.size >= MOST_UNKNOWN || this.unknownEvents.has(name)) return false;
    this.unknownEvents.add(name);
    return true;
  }

  takeLate(): readonly Said<string>[] {
    const taken = this.late;
    this.late = [];
    return taken;
  }

  takeLateDiagnostics(): readonly Diagnostic[] {
    const taken = this.lateDiagnostics;
    this.lateDiagnostics = [];
    return taken;
  }

  /** A prompt starts a new turn; a tool call shows that the agent works, so the rounds are not "in a row". Says whether that changed anything. */
  noticeProgress(input: HookInput): boolean {
    if (input.row.moment === 'turn-begins') {
      return endRounds(this.stopRounds);
    }
    if (!input.row.tool) return false;
    const key = input.agentId ?? '';
    const rounds = this.stopRounds.get(key);
    if (rounds === undefined || rounds.forced === 0) return false;
    this.stopRounds.set(key, { ...rounds, forced: 0 });
    return true;
  }
}

/** A new turn counts anew; hooks that were overridden are told for the rest of the session. Says whether that changed anything. */
function endRounds(all: Map<string, StopRounds>): boolean {
  let changed = false;
  for (const [agent, { forced, active, overridden }] of all) {
    if (overridden !== undefined && forced === 0 && !active) continue;
    if (overridden === undefined) all.delete(agent);
    else all.set(agent, { forced: 0, active: false, overridden });
    changed = true;
  }
  return changed;
}

const NOBODY: SessionMemory = Object.freeze(new SessionMemory(''));

export class Sessions {
  readonly #sessions = new Map<string, SessionMemory>();

  /** For reading: a session nothing is known of is the empty one. */
  peek(id: string): SessionMemory {
    return this.#sessions.get(id) ?? NOBODY;
  }

  /** Whether anything is remembered of it, so that it hears what is told to all. */
  knows(id: string): boolean {
    return this.#sessions.has(id);
  }

  /** For writing. */
  open(id: string): SessionMemory {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const session = new SessionMemory(id);
    this.#sessions.set(id, session);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MOST_SESSIONS && oldest !== undefined) this.#sessions.delete(oldest);
    return session;
  }

  all(): Iterable<SessionMemory> {
    return this.#sessions.values();
  }

  /** Every session hears of it with its next event. */
  tell(diagnostics: readonly Diagnostic[]): void {
    for (const session of this.#sessions.values()) session.lateDiagnostics.push(...diagnostics);
  }

  forget(id: string): void {
    this.#sessions.delete(id);
  }
}
