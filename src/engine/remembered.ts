// What a session remembers where every event is answered by a process of its own. Where that cannot be kept, no answer is
// held or changed: then a process knows only what it saw itself.
import type { HookInput } from '../events/index.js';
import type { HookId, Said, StopRounds } from '../nouns.js';
import type { Writers } from './file-watch.js';
import { KeptSessions } from './kept-sessions.js';
import type { SessionMemory, Sessions } from './sessions.js';

export class Remembered {
  readonly #kept: KeptSessions;
  readonly #sessions: Sessions;

  constructor(sessions: Sessions, stateDir: string, projectDir: string) {
    this.#sessions = sessions;
    this.#kept = new KeptSessions(stateDir, projectDir);
  }

  /** What other processes saw of the session of an event. */
  recall({ sessionId, row }: HookInput): void {
    const kept = this.#kept.recall(sessionId);
    if (kept === null) return;
    const session = this.#sessions.open(sessionId);
    for (const id of kept.ran) session.ran.add(id);
    for (const skill of kept.skills) session.activeSkills.add(skill);
    for (const key of kept.told) session.told.add(key);
    for (const id of kept.moved) session.moved.add(id);
    for (const [key, writers] of Object.entries(kept.writers)) session.writers.set(key, writers);
    session.stopRounds.clear();
    for (const [agent, rounds] of Object.entries(kept.stopRounds)) session.stopRounds.set(agent, rounds);
    // On other events nobody would be told.
    const tells = row.context === 'model' && row.specific?.['additionalContext'] !== undefined;
    if (kept.late.length > 0 && tells) session.late = [...session.late, ...this.#takeLate(sessionId)];
  }

  /** Only what is no longer there for the next event: it would be told at every one. */
  #takeLate(sessionId: string): readonly Said<string>[] {
    let taken: readonly Said<string>[] = [];
    const now = this.#kept.update(sessionId, (kept) => {
      taken = kept.late;
      return { ...kept, late: [] };
    });
    return now === null ? [] : taken;
  }

  /** Hooks with `once` ran. */
  keepRan({ id }: SessionMemory, ran: readonly HookId[]): void {
    if (ran.length > 0) this.#kept.update(id, (kept) => ({ ...kept, ran: [...kept.ran, ...ran] }));
  }

  /** A skill that hooks wait for is in use. */
  keepSkill(sessionId: string, skill: string): void {
    this.#kept.update(sessionId, (kept) => ({ ...kept, skills: [...kept.skills, skill] }));
  }

  /** Something was said that is said once. */
  keepTold({ id }: SessionMemory, keys: readonly string[]): void {
    if (keys.length > 0) this.#kept.update(id, (kept) => ({ ...kept, told: [...kept.told, ...keys] }));
  }

  /** Hooks are not waited for any more. */
  keepMoved({ id }: SessionMemory, hooks: readonly HookId[]): void {
    if (hooks.length > 0) this.#kept.update(id, (kept) => ({ ...kept, moved: [...kept.moved, ...hooks] }));
  }

  /** It is known whether hooks change the same file. */
  keepWriters({ id }: SessionMemory, key: string, writers: Writers): void {
    this.#kept.update(id, (kept) => ({ ...kept, writers: { ...kept.writers, [key]: writers } }));
  }

  /** The agent made progress. */
  keepRounds({ id, stopRounds }: SessionMemory): void {
    const rounds = Object.fromEntries(stopRounds);
    this.#kept.update(id, (kept) => ({ ...kept, stopRounds: rounds }));
  }

  /** Counts a round of an agent, one process at a time. `false`: it cannot be kept. */
  countRound({ id }: SessionMemory, agent: string, count: (before?: StopRounds) => StopRounds): boolean {
    const now = this.#kept.update(id, (kept) => ({
      ...kept,
      stopRounds: { ...kept.stopRounds, [agent]: count(kept.stopRounds[agent]) },
    }));
    return now !== null;
  }

  /** What background hooks said after the answer is for the next event, whoever answers it. */
  keepLate(): void {
    for (const session of this.#sessions.all()) {
      const late = session.takeLate();
      if (late.length > 0)
        this.#kept.update(session.id, (kept) => ({ ...kept, late: [...kept.late, ...late] }));
    }
  }

  forget(sessionId: string): void {
    this.#kept.forget(sessionId);
  }
}
