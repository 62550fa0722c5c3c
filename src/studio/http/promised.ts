// What was shown and may be confirmed: once, soon, and by the page that was shown it.
import { randomBytes } from 'node:crypto';
import type { Done, Prepared } from '../contract.js';
import type { Plan } from '../desk.js';
import type { Session } from './door.js';

/** Whoever thinks about it longer looks again. */
const VALID_MS = 5 * 60 * 1000;
const MOST = 50;

interface Kept {
  readonly session: Session;
  readonly until: number;
  readonly carryOut: (signal: AbortSignal) => Promise<Done>;
}

export class Promised {
  readonly #kept = new Map<string, Kept>();
  readonly #clock: () => number;

  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  /** What the page is told; what would be done is kept here. */
  keep(plan: Plan, session: Session): Prepared {
    if (!plan.may) return plan;
    const { carryOut, ...shown } = plan;
    const [token, until] = [randomBytes(24).toString('base64url'), this.#clock() + VALID_MS];
    this.#kept.set(token, { session, until, carryOut });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
    return { ...shown, token, until };
  }

  /** What was promised under this token; it is gone from then on. `null`: nothing, or not any more. */
  take(token: string, session: Session): Kept['carryOut'] | null {
    const kept = this.#kept.get(token);
    if (kept === undefined || kept.session !== session) return null;
    this.#kept.delete(token);
    return kept.until < this.#clock() ? null : kept.carryOut;
  }
}
