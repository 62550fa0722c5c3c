// What becomes of a hook in another agent.
import type { EventName, HandlerType } from '../events/index.js';

/** What there is to know of a hook. */
export interface PortableHook {
  readonly event: EventName;
  readonly matcher: string | null;
  /** Its `if` rule. */
  readonly condition: string | null;
  /** It has no say. */
  readonly observes?: boolean;
  readonly handler: {
    readonly type: HandlerType;
    /** Of a command: whether anybody waits for it. */
    readonly background?: 'no' | 'async' | 'rewake';
    /** Of a prompt or agent hook. */
    readonly continueOnBlock?: boolean;
    readonly shell?: 'bash' | 'powershell' | null;
  };
  /** All the text that it runs, comments left out; `null`: not all of it is known, so it may answer anything. */
  readonly code: string | null;
}

/** How a hook gets to an agent: by `dispatch --host`, which translates, or as an entry of the agent's own configuration. */
export const PORTED_BY = ['dispatch', 'own'] as const;
export type PortedBy = (typeof PORTED_BY)[number];

/** From best to worst. `lost`: it never runs, or what it forbids happens all the same. */
export const PORTED = ['same', 'degraded', 'lost'] as const;

export interface Ported {
  readonly verdict: (typeof PORTED)[number];
  /** What is not as in Claude Code, a sentence without its period each; never empty unless it is `same`. */
  readonly reasons: readonly string[];
  /** `false`: the agent, or what this hook does there, is only known from documents. */
  readonly measured: boolean;
}

type Verdict = Ported['verdict'];

export interface Note {
  readonly verdict: Verdict;
  readonly why: string;
}

export const degraded = (why: string): Note => ({ verdict: 'degraded', why });
export const lost = (why: string): Note => ({ verdict: 'lost', why });

/** The worst of all counts. */
export function together(notes: readonly Note[], measured: boolean): Ported {
  const rank = (verdict: Verdict): number => PORTED.indexOf(verdict);
  return {
    verdict: notes.reduce<Verdict>(
      (worst, { verdict }) => (rank(verdict) > rank(worst) ? verdict : worst),
      'same',
    ),
    reasons: [...new Set(notes.map(({ why }) => why))],
    measured,
  };
}
