// How Qwen Code reads an answer, as it was measured. What was not measured counts as not heard.
import { fieldsIn, type Heard, objectIn, type Printed, textIn, UNHEARD } from '../agents/heard.js';

export function reads(event: string, { exitCode, stdout, stderr }: Printed): Heard {
  // Of exit code 2 only stderr counts.
  if (exitCode === 2) return stderr.trim() === '' ? UNHEARD : blocked(event, stderr.trim());
  const text = stdout.trim() || stderr.trim();
  const json = exitCode <= 1 ? objectIn(text) : null;
  if (json !== null) return byJson(event, json);
  const isContext = exitCode === 0 && (event === 'SessionStart' || event === 'UserPromptSubmit');
  return isContext ? { ...UNHEARD, model: text } : UNHEARD;
}

function byJson(event: string, json: Readonly<Record<string, unknown>>): Heard {
  const specific = fieldsIn(json['hookSpecificOutput']);
  const context = textIn(specific['additionalContext']).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const isStop = json['continue'] === false;
  const isBlock = json['decision'] === 'block' || json['decision'] === 'deny';
  switch (event) {
    case 'SessionStart':
      return { ...UNHEARD, model: context };
    case 'UserPromptSubmit':
      return isBlock || isStop ? { ...UNHEARD, happens: false, ends: true } : { ...UNHEARD, model: context };
    case 'PreToolUse':
      return permission(specific, json);
    case 'PostToolUse':
      // A block is not heard here.
      return isStop
        ? { ...UNHEARD, model: textIn(json['stopReason']), replaced: true }
        : { ...UNHEARD, model: context };
    case 'Stop':
      // Both make the agent go on.
      if (isStop) return { ...UNHEARD, happens: false, model: textIn(json['stopReason']) };
      return isBlock ? { ...UNHEARD, happens: false, model: textIn(json['reason']) } : UNHEARD;
    default:
      return UNHEARD;
  }
}

function permission(
  specific: Readonly<Record<string, unknown>>,
  json: Readonly<Record<string, unknown>>,
): Heard {
  const { permissionDecision: own = json['decision'] } = specific;
  const reason = textIn(specific['permissionDecisionReason']) || textIn(json['reason']);
  if (own === 'deny' || own === 'block') return { ...UNHEARD, happens: false, model: reason };
  // Without a terminal a question is a deny.
  if (own === 'ask') return { ...UNHEARD, happens: false, asks: true, model: reason };
  return json['continue'] === false
    ? { ...UNHEARD, happens: false, model: textIn(json['stopReason']) }
    : UNHEARD;
}

function blocked(event: string, reason: string): Heard {
  switch (event) {
    case 'UserPromptSubmit':
      return { ...UNHEARD, happens: false, ends: true };
    case 'PreToolUse':
    case 'Stop':
      return { ...UNHEARD, happens: false, model: reason };
    default:
      return UNHEARD;
  }
}
