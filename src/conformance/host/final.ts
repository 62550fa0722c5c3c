// What the host finally does with a tool call, after hooks and permission rules have spoken.
import type { Decision } from '../../nouns.js';
import type { Call, PermissionRules } from './permission-rules.js';
import { inputFits } from './tool-shapes.js';

export type FinalVerdict = 'run' | 'deny' | 'ask';

/**
 * Refusals come first, whoever speaks them; then questions; what nobody objects to runs.
 * Rules judge the input that would really be used, so an allow of a hook overrides neither deny nor ask rules.
 */
export function finalVerdict(decision: Decision, call: Call, rules: PermissionRules): FinalVerdict {
  const updated = decision.updatedInput?.value;
  const used: Call = { ...call, input: updated ?? call.input };
  if (decision.permission === 'deny' || decision.blocked) return 'deny';
  if (updated !== undefined && !inputFits(call.name, updated)) return 'deny';
  if (rules.select('deny', used)) return 'deny';
  return decision.permission === 'ask' || rules.select('ask', used) ? 'ask' : 'run';
}
