// How VS Code reads what a hook answers, by its documents.
import { fieldsIn, type Heard, objectIn, type Printed, textIn, UNHEARD } from '../agents/heard.js';

/** Events that take context. */
const TAKING = ['SessionStart', 'SubagentStart', 'PreToolUse', 'PostToolUse'];

export function reads(event: string, { exitCode, stdout, stderr }: Printed): Heard {
  if (exitCode === 2) return { ...UNHEARD, happens: false, model: stderr };
  const answer = exitCode === 0 ? (objectIn(stdout) ?? {}) : {};
  const specific = fieldsIn(answer['hookSpecificOutput']);
  const user = textIn(answer['systemMessage']);
  if (answer['continue'] === false) return { ...UNHEARD, happens: false, ends: true, user };
  const model = TAKING.includes(event) ? textIn(specific['additionalContext']) : '';
  switch (event) {
    case 'PreToolUse':
      return { ...UNHEARD, ...permission(specific), user, ...withContext(specific, model) };
    case 'Stop':
    case 'SubagentStop': {
      const reason = textIn(answer['reason'] ?? specific['reason']);
      const isBlock = (answer['decision'] ?? specific['decision']) === 'block' && reason !== '';
      return isBlock ? { ...UNHEARD, happens: false, model: reason, user } : { ...UNHEARD, user };
    }
    default:
      return { ...UNHEARD, model, user };
  }
}

function permission(specific: Heard['input'] & object): Pick<Heard, 'happens' | 'asks' | 'input'> {
  const { permissionDecision: said, updatedInput: input } = specific;
  return {
    happens: said !== 'deny',
    asks: said === 'ask',
    input: said === 'deny' || input === undefined ? null : fieldsIn(input),
  };
}

const withContext = (specific: Heard['input'] & object, context: string): Pick<Heard, 'model'> => ({
  model: [textIn(specific['permissionDecisionReason']), context].filter((text) => text !== '').join('\n'),
});
