// How Kimi Code 2.1.0 was seen to read an answer.
import { fieldsIn, type Heard, objectIn, type Printed, textIn, UNHEARD } from '../agents/heard.js';

const STOCK = 'a sentence of Kimi Code’s own';

export function reads(event: string, answer: Printed): Heard {
  const blocked = blockIn(answer);
  switch (event) {
    case 'PreToolUse':
    case 'Stop':
      return blocked === null ? UNHEARD : { ...UNHEARD, happens: false, model: blocked };
    case 'UserPromptSubmit':
      return blocked === null
        ? { ...UNHEARD, model: answer.exitCode === 0 ? promptText(answer.stdout) : '' }
        : { ...UNHEARD, happens: false, ends: true };
    // All others are only told.
    default:
      return UNHEARD;
  }
}

/** Exit code 2, whatever is printed, or a nested deny with exit code 0. */
function blockIn({ exitCode, stdout, stderr }: Printed): string | null {
  if (exitCode === 2) return stderr.trim() === '' ? STOCK : stderr;
  if (exitCode !== 0) return null;
  const specific = fieldsIn(objectIn(stdout)?.['hookSpecificOutput']);
  if (specific['permissionDecision'] !== 'deny') return null;
  return textIn(specific['permissionDecisionReason']) || STOCK;
}

/** Put into the conversation as it is, but for one form. */
function promptText(stdout: string): string {
  const message = objectIn(stdout)?.['message'];
  return typeof message === 'string' ? message : stdout;
}
