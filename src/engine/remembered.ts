// What a session remembers where every event is answered by a process of its own. Where that cannot be kept, no answer is
// held or changed: then a process knows only what it saw itself.
import type { HookInput } from '../events/index.js';
import type { HookId, Said, StopRounds } from '../nouns.js';
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
    for (const sentence of kept.told) session.told.add(sentence);
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

  /** The user was told. */
  keepTold({ id }: SessionMemory, told: readonly string[]): void {
    this.#kept.update(id, (kept) => ({ ...kept, told: [...kept.told, ...told] }));
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
