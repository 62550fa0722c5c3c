// What the studio has done by others: whatever looks at hooks as they are now, or changes something. The commands do the same.
import type { EventEntry, Tally } from '../journal/index.js';
import type { HookId } from '../nouns.js';
import type { Done, Explained, Health, HookRow, Prepared, Wish } from './contract.js';

/** A hook as it is configured now. */
export type Configured = Omit<HookRow, 'numbers'>;

/** What would be done for a wish: why not, or what, and how. */
export type Plan =
  | Extract<Prepared, { may: false }>
  | (Omit<Extract<Prepared, { may: true }>, 'token' | 'until'> & {
      /** Does what was shown; something else that came about meanwhile is not done. */
      readonly carryOut: (signal: AbortSignal) => Promise<Done>;
    });

/** A sentence for the person at the page, because something they asked for cannot be. */
export class Refused extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.hint = hint;
  }
}

export interface Desk {
  /** Why nothing may be trusted from the page; `null`: a person started the studio. */
  readonly noTrust: string | null;
  /** Every hook of a project, in declared order; those without sums never ran. */
  hooks(projectDir: string, ran: Pick<Tally, 'hooks'>): Promise<readonly Configured[]>;
  /** Whether the hooks of a project may run, by their id. */
  trust(projectDir: string): ReadonlyMap<HookId, HookRow['trust']>;
  health(projectDir: string): Promise<Health['findings']>;
  explain(projectDir: string, event: EventEntry): Promise<Explained>;
  plan(projectDir: string, wish: Wish, event: EventEntry | null): Promise<Plan>;
  /** Calls back when definitions, switches or approvals of a project may have changed. */
  watch(projectDir: string, changed: () => void): { close(): void };
}
