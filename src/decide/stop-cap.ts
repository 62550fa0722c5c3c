// The end of endless Stop loops: after so many forced rounds in a row the agent may stop.

import type { Decision, Diagnostic, StopRounds } from '../nouns.js';
import { DECISION_CODES } from './codes.js';

export const DEFAULT_STOP_CAP = 8;

const NO_ROUNDS: StopRounds = { forced: 0, active: false };

/** The decision with the cap applied, and the rounds after it. A cap of 0 means no cap. */
export function capStopRounds(
  decision: Decision,
  before: StopRounds | undefined,
  cap: number,
): { readonly decision: Decision; readonly rounds: StopRounds } {
  const rounds = before ?? NO_ROUNDS;
  if (!decision.continues) return { decision, rounds: NO_ROUNDS };
  if (cap === 0 || rounds.forced < cap)
    return { decision, rounds: { forced: rounds.forced + 1, active: true } };
  const diagnostic: Diagnostic = {
    code: 'stop-cap-reached',
    severity: DECISION_CODES['stop-cap-reached'].severity,
    message: `${decision.event} hooks kept the agent going ${rounds.forced} times in a row; this time it may stop`,
    file: null,
    line: null,
    column: null,
    hint: DECISION_CODES['stop-cap-reached'].fix,
  };
  const capped = {
    ...decision,
    blocked: false,
    continues: false,
    diagnostics: [...decision.diagnostics, diagnostic],
  };
  return { decision: capped, rounds: NO_ROUNDS };
}
