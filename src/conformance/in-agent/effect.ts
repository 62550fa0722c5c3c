// A decision as an agent carries it out, by its own reading of what it was answered.

import { eventRow } from '../../events/index.js';
import type { Heard } from '../../hosts/agents/index.js';
import type { Decision, Permission, Said } from '../../nouns.js';

/** @param permits whether the agent does without its own question where hooks allow a call */
export function inEffect(decision: Decision, heard: Heard, permits: boolean): Decision {
  const row = eventRow(decision.event);
  const model = heard.model.replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  const arrives = ({ value }: Said<string>): boolean => model.includes(value.trim());
  const permission = permissionIn(decision, heard, permits);
  const isFeedback = row.jsonBlock === 'feedback';
  const stands = isFeedback ? heard.replaced || model.includes(decision.reason ?? '') : !heard.happens;
  const blocked = row.permission ? permission === 'deny' : decision.blocked && stands;
  const stop = heard.ends ? decision.stop : null;
  return {
    ...decision,
    permission,
    blocked,
    continues: row.stops === null ? stop === null : decision.continues && !heard.happens,
    reason: reasonIn(decision, { ...heard, model }, permission, blocked),
    // Where an agent goes on, context is part of the reason.
    context: decision.context.filter(arrives),
    feedback: decision.feedback.filter(arrives),
    systemMessages: decision.systemMessages.filter(({ value }) => heard.user.includes(value.trim())),
    updatedInput: heard.input === null ? null : decision.updatedInput,
    updatedOutput: heard.replaced ? decision.updatedOutput : null,
    stop,
  };
}

function permissionIn({ permission, event }: Decision, heard: Heard, permits: boolean): Permission | null {
  if (!eventRow(event).permission) return permission;
  if (heard.asks) return 'ask';
  if (!heard.happens) return 'deny';
  return permission === 'allow' && permits ? 'allow' : null;
}

/** Who blocks a prompt tells it to the user, in a way of the agent's own; a model must have read it. */
function reasonIn(
  { reason, event }: Decision,
  heard: Heard,
  permission: Permission | null,
  blocked: boolean,
): string | null {
  const { permission: permits, stops } = eventRow(event);
  if (permission === null && !blocked && permits) return null;
  if (reason === null || (!permits && stops === null)) return reason;
  const said = `${heard.model}\n${heard.user}`;
  return said.includes(reason.trim()) ? reason : heard.model || null;
}
