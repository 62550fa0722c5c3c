// The end of endless Stop loops: after so many forced rounds in a row the agent may stop, and whoever wanted yet another is named.
import type { Decision, HookId, StopRounds } from '../nouns.js';
import { overriddenNote } from './overridden.js';

export const DEFAULT_STOP_CAP = 8;

const NO_ROUNDS: StopRounds = { forced: 0, active: false };

/** At the cap, as far as anybody knows: the rounds before could not be counted. */
export const UNCOUNTED = 'uncounted';

/** The decision with the cap applied, and the rounds after it. A cap of 0 means no cap. */
export function capStopRounds(
  decision: Decision,
  before: StopRounds | typeof UNCOUNTED | undefined,
  cap: number,
): { readonly decision: Decision; readonly rounds: StopRounds } {
  const isCounted = before !== UNCOUNTED;
  const { overridden, ...rounds } = (isCounted ? before : undefined) ?? NO_ROUNDS;
  const known = overridden === undefined ? {} : { overridden };
  if (!decision.continues) return { decision, rounds: { ...NO_ROUNDS, ...known } };
  if (cap === 0 || (isCounted && rounds.forced < cap))
    return { decision, rounds: { forced: rounds.forced + 1, active: true, ...known } };
  const wanting = wantingIn(decision);
  const capped = {
    ...decision,
    blocked: false,
    continues: false,
    overridden: wanting,
    diagnostics: [
      ...decision.diagnostics,
      overriddenNote(decision, wanting, isCounted ? rounds.forced : null),
    ],
  };
  return { decision: capped, rounds: { ...NO_ROUNDS, overridden: (overridden ?? 0) + 1 } };
}

/** Who keeps the agent going: by a block, or else by what it gives the model. */
const wantingIn = ({ blocked, decidedBy, context }: Decision): readonly HookId[] =>
  blocked ? decidedBy : [...new Set(context.map(({ by }) => by))];
