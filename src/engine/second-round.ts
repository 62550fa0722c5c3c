// A call that a weaker hook rewrote is judged again by the stronger ones, which saw it only as it was.
import { isDeepStrictEqual } from 'node:util';
import { deniedRewrite } from '../decide/index.js';
import { withFields } from '../events/index.js';
import type { Decision, Hook, HookInput, Plan, PlanEntry } from '../nouns.js';
import { isStronger } from '../voices.js';

/** The call as it would be carried out, and who made it so. */
export interface Rewritten {
  readonly input: HookInput;
  readonly by: Hook;
}

/** `null`: nobody rewrites the call. */
export function rewrittenCall(decision: Decision, input: HookInput): Rewritten | null {
  const { updatedInput, runs } = decision;
  if (updatedInput === null || input.tool === null) return null;
  const by = runs.find(({ hook }) => hook.id === updatedInput.by)?.hook;
  if (by === undefined) return null;
  const { value } = updatedInput;
  const changed = withFields(input, { tool_input: value });
  return { by, input: { ...changed, tool: { ...input.tool, input: value } } };
}

/** Of the hooks that the new call concerns, those that are stronger than who made it and can say no. */
export function guardsIn(plan: Plan, by: Hook): Plan {
  const isGuard = ({ voice, handler }: Hook): boolean =>
    isStronger(voice, by.voice) && (handler.type !== 'command' || handler.background === 'no');
  return {
    ...plan,
    runs: plan.runs.filter(isGuard),
    ...(plan.observed === undefined ? {} : { observed: plan.observed.filter(isGuard) }),
    entries: () =>
      plan.entries().map((entry) => (entry.runs && !isGuard(entry.hook) ? notAsked(entry.hook, by) : entry)),
  };
}

const notAsked = (hook: Hook, by: Hook): PlanEntry => ({
  hook,
  runs: false,
  reason: {
    code: 'not-asked-again',
    detail: `the call as ${by.id} rewrote it is judged by hooks of stronger scopes that are waited for`,
  },
});

/** A decision of the second round: a rewrite in it is a deny, unless it leaves the call as it is. */
export function settledRound(second: Decision, { input }: Rewritten): Decision {
  const { updatedInput } = second;
  if (updatedInput === null) return second;
  return isDeepStrictEqual(updatedInput.value, input.tool?.input)
    ? { ...second, updatedInput: null }
    : deniedRewrite(second, updatedInput.by);
}
