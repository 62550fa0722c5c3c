// toHookResult: a decision for a host that speaks HookResult but has a registry of its own.
import { type Decision, toHookResult } from 'amplifier-hooks';

/** Sentence for the host's log. */
export function inWords(decision: Decision): string {
  const { action, reason } = toHookResult(decision);
  return reason === null ? action : `${action}: ${reason}`;
}
