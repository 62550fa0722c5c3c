// What the engine itself notices about the hooks of an event: who gets into whose way, and who costs too much. The journal has it
// every time, the user hears of it once a session.
import { conflictNotes } from '../decide/index.js';
import type { HookInput } from '../events/index.js';
import type { Decision, Diagnostic, Generation, Plan } from '../nouns.js';
import { tellOnce } from './around.js';
import { charged, hasBudgets, isUnblockable, movedIds } from './budgets.js';
import { FileWatch } from './file-watch.js';
import type { Remembered } from './remembered.js';
import type { SessionMemory } from './sessions.js';

export class Noticing {
  /** `null`: this engine lives as long as its sessions. */
  readonly #remembered: Remembered | null;
  /** Most generations have no budget, and then nothing is counted. */
  readonly #budgeted = new WeakMap<Generation, boolean>();

  constructor(remembered: Remembered | null) {
    this.#remembered = remembered;
  }

  /** Looks at the file that an event is about while its hooks run; `null`: there is nothing to look at. */
  files(plan: Plan, input: HookInput, { writers }: SessionMemory): FileWatch | null {
    return FileWatch.of(plan, input, (key) => writers.get(key));
  }

  /** The decision with what was noticed. */
  about(
    decided: Decision,
    { row }: HookInput,
    generation: Generation,
    session: SessionMemory,
    files: FileWatch | null,
  ): Decision {
    const { decision, keys } = tellOnce(decided, session);
    this.#remembered?.keepTold(session, keys);
    const seen = files === null ? decision : this.#withWriters(decision, files, session);
    if (!this.#hasBudgets(generation)) return seen;
    const found = charged(seen, generation, row);
    if (found.over.length === 0) return seen;
    const moved = isUnblockable(row) ? movedIds(found).filter((id) => !session.moved.has(id)) : [];
    for (const id of moved) session.moved.add(id);
    this.#remembered?.keepMoved(session, moved);
    return this.#tell(found.decision, found.over, session);
  }

  #hasBudgets(generation: Generation): boolean {
    const known = this.#budgeted.get(generation);
    if (known !== undefined) return known;
    const found = hasBudgets(generation);
    this.#budgeted.set(generation, found);
    return found;
  }

  /** Hooks that change the same file are named; what is known of them is remembered. */
  #withWriters(decision: Decision, files: FileWatch, session: SessionMemory): Decision {
    const { known, conflict } = files.end();
    if (known !== null) {
      session.writers.set(files.key, known);
      this.#remembered?.keepWriters(session, files.key, known);
    }
    if (conflict === null) return decision;
    const whole = { ...decision, conflicts: [...(decision.conflicts ?? []), conflict] };
    const notes = conflictNotes([conflict], decision.runs);
    return this.#tell(
      whole,
      notes.map((diagnostic) => ({ diagnostic, key: `writers ${files.key}` })),
      session,
    );
  }

  #tell(
    decision: Decision,
    notes: readonly { readonly diagnostic: Diagnostic; readonly key: string }[],
    session: SessionMemory,
  ): Decision {
    const fresh = notes.filter(({ key }) => !session.told.has(key));
    if (fresh.length === 0) return decision;
    const keys = fresh.map(({ key }) => key);
    for (const key of keys) session.told.add(key);
    this.#remembered?.keepTold(session, keys);
    const said = fresh.map(({ diagnostic }): Diagnostic => ({ ...diagnostic, tell: true }));
    return { ...decision, diagnostics: [...decision.diagnostics, ...said] };
  }
}
