// How droid 0.225.2 was seen to read an answer.
import { fieldsIn, type Heard, objectIn, type Printed, textIn, UNHEARD } from '../agents/heard.js';

const STOCK = 'a sentence of droid’s own';

export function reads(event: string, answer: Printed): Heard {
  switch (event) {
    case 'PreToolUse':
      return beforeTool(answer);
    case 'PostToolUse':
      return afterTool(answer);
    case 'SessionStart':
      return { ...UNHEARD, model: contextOf(answer) ?? answer.stdout };
    case 'Stop':
      return atEnd(answer);
    // From documents: exit code 2 blocks a prompt, and context is Claude Code's.
    case 'UserPromptSubmit':
      return answer.exitCode === 2
        ? { ...UNHEARD, happens: false, model: answer.stderr }
        : { ...UNHEARD, model: contextOf(answer) ?? answer.stdout };
    default:
      return UNHEARD;
  }
}

function beforeTool({ exitCode, stdout, stderr }: Printed): Heard {
  if (exitCode === 2) return { ...UNHEARD, happens: false, model: stderr.trim() === '' ? STOCK : stderr };
  if (exitCode === 3) return { ...UNHEARD, happens: false, ends: true };
  // JSON counts at exit code 1 too; other codes were not tried.
  if (exitCode > 1) return UNHEARD;
  const said = objectIn(stdout) ?? {};
  const specific = fieldsIn(said['hookSpecificOutput']);
  const ends = said['continue'] === false;
  if (specific['permissionDecision'] === 'deny' || ends) {
    return { ...UNHEARD, happens: false, ends, model: textIn(specific['permissionDecisionReason']) };
  }
  const input = specific['updatedInput'];
  return { ...UNHEARD, input: input === undefined ? null : fieldsIn(input) };
}

function afterTool(answer: Printed): Heard {
  const { exitCode, stdout, stderr } = answer;
  if (exitCode === 2) return { ...UNHEARD, model: stderr };
  if (exitCode !== 0) return UNHEARD;
  return { ...UNHEARD, ends: objectIn(stdout)?.['continue'] === false, model: contextOf(answer) ?? '' };
}

function atEnd({ exitCode, stdout, stderr }: Printed): Heard {
  if (exitCode === 2) return { ...UNHEARD, happens: false, model: stderr };
  const said = exitCode === 0 ? objectIn(stdout) : null;
  return said?.['decision'] === 'block'
    ? { ...UNHEARD, happens: false, model: textIn(said['reason']) }
    : UNHEARD;
}

const contextOf = ({ stdout }: Printed): string | null => {
  const said = objectIn(stdout);
  return said === null ? null : textIn(fieldsIn(said['hookSpecificOutput'])['additionalContext']);
};
