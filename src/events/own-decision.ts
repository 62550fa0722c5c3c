// How a hook decides on an event that has a decision of its own.
import type { EventRow } from './row.js';

/** What to print where neither "decision": "block" nor `permissionDecision` counts; `null`: the event has no form of its own. */
export function ownDecision({ name, specific }: EventRow): string | null {
  if (specific === null || !Object.hasOwn(specific, 'decision')) return null;
  return `Print {"hookSpecificOutput": {"hookEventName": "${name}", "decision": {"behavior": "deny", "message": "…"}}} and nothing else on stdout, and exit 0: what counts is hookSpecificOutput.decision.behavior, "allow" or "deny".`;
}
