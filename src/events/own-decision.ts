// How a hook decides on an event that has a decision of its own.
import type { EventRow } from './row.js';
import { hasOwnDecision } from './table.js';

/** What to print where neither "decision": "block" nor `permissionDecision` counts; `null`: the event has no form of its own. */
export function ownDecision(row: EventRow): string | null {
  if (!hasOwnDecision(row)) return null;
  return `Print {"hookSpecificOutput": {"hookEventName": "${row.name}", "decision": {"behavior": "deny", "message": "…"}}} and nothing else on stdout, and exit 0: what counts is hookSpecificOutput.decision.behavior, "allow" or "deny".`;
}
