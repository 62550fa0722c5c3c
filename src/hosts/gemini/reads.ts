// How Gemini CLI reads an answer, as it was measured. What was not measured counts as not heard.
import { fieldsIn, type Heard, objectIn, type Printed, textIn, UNHEARD } from '../agents/heard.js';

export function reads(event: string, { exitCode, stdout, stderr }: Printed): Heard {
  // What stands on stderr is read only where stdout is empty.
  const text = stdout.trim() || stderr.trim();
  const json = objectIn(text);
  // JSON counts at any exit code, and then the exit code does not.
  if (json !== null) return byJson(event, json);
  return exitCode >= 2 && text !== '' ? blocked(event, text) : UNHEARD;
}

function byJson(event: string, json: Readonly<Record<string, unknown>>): Heard {
  const { decision, reason } = json;
  if (json['continue'] === false) return ended(event);
  const isBlock = decision === 'deny' || decision === 'block';
  // Only a block with a reason was tried.
  if (isBlock && textIn(reason).trim() !== '') return blocked(event, textIn(reason));
  const specific = fieldsIn(json['hookSpecificOutput']);
  const context = textIn(specific['additionalContext']).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  switch (event) {
    case 'BeforeTool':
      // Measured without a terminal, where nobody can be asked.
      if (decision === 'ask')
        return { ...UNHEARD, happens: false, asks: true, ends: true, user: textIn(json['systemMessage']) };
      return 'tool_input' in specific ? { ...UNHEARD, input: fieldsIn(specific['tool_input']) } : UNHEARD;
    case 'SessionStart':
    case 'BeforeAgent':
    case 'AfterTool':
      return { ...UNHEARD, model: context };
    default:
      return UNHEARD;
  }
}

function blocked(event: string, reason: string): Heard {
  switch (event) {
    case 'BeforeTool':
      return { ...UNHEARD, happens: false, model: `Tool execution blocked: ${reason}` };
    case 'BeforeAgent':
      return { ...UNHEARD, happens: false };
    case 'AfterTool':
      return { ...UNHEARD, model: reason, replaced: true };
    case 'AfterAgent':
      return { ...UNHEARD, happens: false, model: reason };
    default:
      return UNHEARD;
  }
}

function ended(event: string): Heard {
  switch (event) {
    case 'BeforeTool':
    case 'BeforeAgent':
      return { ...UNHEARD, happens: false, ends: true };
    case 'AfterTool':
      // The model is not asked again, so it gets nothing.
      return { ...UNHEARD, ends: true, replaced: true };
    case 'AfterAgent':
      return { ...UNHEARD, ends: true };
    default:
      return UNHEARD;
  }
}
