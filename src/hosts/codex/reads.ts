// How Codex CLI reads an answer, as it was measured. What was not measured counts as not heard.
import { fieldsIn, type Heard, objectIn, type Printed, textIn, UNHEARD } from '../agents/heard.js';

type Json = Readonly<Record<string, unknown>>;

export function reads(event: string, { exitCode, stdout, stderr }: Printed): Heard {
  if (exitCode === 2) return stderr.trim() === '' ? UNHEARD : blocked(event, stderr.trim());
  if (exitCode !== 0) return UNHEARD;
  const json = objectIn(stdout);
  if (json !== null)
    return isVoid(event, json) ? UNHEARD : { ...byJson(event, json), user: textIn(json['systemMessage']) };
  const isContext = event === 'SessionStart' || event === 'UserPromptSubmit';
  return isContext ? { ...UNHEARD, model: stdout } : UNHEARD;
}

const TOP = ['continue', 'stopReason', 'systemMessage', 'decision', 'reason', 'hookSpecificOutput'];
const SPECIFIC: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: ['permissionDecision', 'permissionDecisionReason', 'updatedInput', 'additionalContext'],
  PermissionRequest: ['decision'],
  PostToolUse: ['additionalContext'],
  UserPromptSubmit: ['additionalContext'],
  SessionStart: ['additionalContext'],
  Stop: ['additionalContext'],
};

/** One thing that it does not know voids the whole answer. */
function isVoid(event: string, json: Json): boolean {
  const specific = fieldsIn(json['hookSpecificOutput']);
  const known = ['hookEventName', ...(SPECIFIC[event] ?? [])];
  const isNameless = 'hookSpecificOutput' in json && typeof specific['hookEventName'] !== 'string';
  const isStrange = (names: readonly string[], fields: Json): boolean =>
    Object.keys(fields).some((name) => !names.includes(name));
  const inner = fieldsIn(specific['decision']);
  return (
    isNameless ||
    isStrange(TOP, json) ||
    isStrange(known, specific) ||
    isStrange(['behavior', 'message'], inner) ||
    (event === 'PreToolUse' && json['continue'] === false)
  );
}

function byJson(event: string, json: Json): Heard {
  const specific = fieldsIn(json['hookSpecificOutput']);
  const model = textIn(specific['additionalContext']);
  const reason = textIn(json['reason']);
  const isBlock = json['decision'] === 'block' && reason.trim() !== '';
  const isStop = json['continue'] === false;
  switch (event) {
    case 'PreToolUse':
      return isBlock ? { ...UNHEARD, happens: false, model: reason } : permission(specific, model);
    case 'PermissionRequest':
      return { ...UNHEARD, happens: fieldsIn(specific['decision'])['behavior'] !== 'deny' };
    case 'PostToolUse':
      if (isStop) return { ...UNHEARD, model: textIn(json['stopReason']), replaced: true };
      return isBlock
        ? { ...UNHEARD, model: [reason, model].join('\n'), replaced: true }
        : { ...UNHEARD, model };
    case 'UserPromptSubmit':
      return { ...UNHEARD, happens: !(isBlock || isStop), ends: isBlock || isStop, model };
    case 'SessionStart':
      return { ...UNHEARD, happens: !isStop, ends: isStop, model };
    case 'Stop':
      if (isStop) return { ...UNHEARD, ends: true };
      return isBlock ? { ...UNHEARD, happens: false, model: reason } : UNHEARD;
    default:
      return UNHEARD;
  }
}

function permission(specific: Json, context: string): Heard {
  const reason = textIn(specific['permissionDecisionReason']);
  switch (specific['permissionDecision']) {
    case 'deny':
      return reason.trim() === ''
        ? UNHEARD
        : { ...UNHEARD, happens: false, model: [context, reason].join('\n') };
    case 'ask':
    case 'defer':
      return UNHEARD;
    case 'allow':
      return 'updatedInput' in specific
        ? { ...UNHEARD, input: fieldsIn(specific['updatedInput']), model: context }
        : { ...UNHEARD, model: context };
    default:
      return { ...UNHEARD, model: context };
  }
}

function blocked(event: string, reason: string): Heard {
  switch (event) {
    case 'PreToolUse':
    case 'PermissionRequest':
    case 'Stop':
      return { ...UNHEARD, happens: false, model: reason };
    case 'UserPromptSubmit':
      return { ...UNHEARD, happens: false, ends: true };
    case 'PostToolUse':
      return { ...UNHEARD, model: reason, replaced: true };
    default:
      return UNHEARD;
  }
}
