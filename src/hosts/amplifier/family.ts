// What the sessions of one host know of each other: who started whom, and which agents were reported to hooks.
import type { SessionAbout } from './port.js';

/** Agents and sessions of which something is remembered after their end. */
const MOST_REMEMBERED = 2000;

export class Family {
  readonly #sessions = new Map<string, SessionAbout>();
  readonly #agentNames = new Map<string, string>();
  readonly #started = new Set<string>();
  readonly #stopped = new Set<string>();
  readonly #waiting = new Map<string, string[]>();
  readonly #skills = new Map<string, Set<string>>();

  add(about: SessionAbout): void {
    remember(this.#sessions, about.session, about);
  }

  remove(session: string): void {
    this.#sessions.delete(session);
  }

  /** The session a person talks to; where the chain is not known to its end, the farthest ancestor that is. */
  rootOf(about: SessionAbout): string {
    let [id, parent] = [about.session, about.parent];
    for (let steps = 0; parent !== null && steps < MOST_REMEMBERED; steps += 1) {
      id = parent;
      parent = this.#sessions.get(parent)?.parent ?? null;
    }
    return id;
  }

  find(session: string): SessionAbout | null {
    return this.#sessions.get(session) ?? null;
  }

  nameAgent(session: string, name: string): void {
    remember(this.#agentNames, session, name);
  }

  /** The agent of a sub-session, by what its parent said, else by its id: `<parent>-<span>_<agent>`. */
  agentName({ session, parent }: SessionAbout): string {
    const said = this.#agentNames.get(session);
    if (said !== undefined) return said;
    const own =
      parent !== null && session.startsWith(`${parent}-`) ? session.slice(parent.length + 1) : session;
    const at = own === session ? own.lastIndexOf('_') : own.indexOf('_');
    return at < 0 ? '' : own.slice(at + 1);
  }

  /** `false`: its start was reported before. */
  starts(agent: string): boolean {
    return noteOnce(this.#started, agent);
  }

  /** The agent's end was reported from within its own session. */
  stops(agent: string): void {
    noteOnce(this.#stopped, agent);
  }

  /** Whether the agent's last end was reported already; asked once an end. */
  wasStopped(agent: string): boolean {
    return this.#stopped.delete(agent);
  }

  /** Keeps texts for a session until its first prompt, also for one that is not open yet. */
  leave(session: string, texts: readonly string[]): void {
    if (texts.length > 0) remember(this.#waiting, session, [...(this.#waiting.get(session) ?? []), ...texts]);
  }

  collect(session: string): readonly string[] {
    const texts = this.#waiting.get(session) ?? [];
    this.#waiting.delete(session);
    return texts;
  }

  usesSkill(root: string, skill: string, session: string): void {
    const key = JSON.stringify([root, skill]);
    const users = this.#skills.get(key) ?? new Set();
    remember(this.#skills, key, users.add(session));
  }

  /** `true`: no session of the family uses the skill any more. */
  leavesSkill(root: string, skill: string, session: string): boolean {
    const key = JSON.stringify([root, skill]);
    const users = this.#skills.get(key);
    users?.delete(session);
    if (users !== undefined && users.size > 0) return false;
    this.#skills.delete(key);
    return true;
  }
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST_REMEMBERED && oldest !== undefined) map.delete(oldest);
}

function noteOnce(set: Set<string>, key: string): boolean {
  if (set.has(key)) return false;
  set.add(key);
  const [oldest] = set;
  if (set.size > MOST_REMEMBERED && oldest !== undefined) set.delete(oldest);
  return true;
}
