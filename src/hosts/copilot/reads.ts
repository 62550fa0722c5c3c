// How Copilot CLI 1.0.102 was seen to read an answer, run with `-p`, where nobody can be asked.
import type { AgentEvent, Fields } from '../agents/agent.js';
import { fieldsIn, type Heard, objectIn, type Printed, textIn, UNHEARD } from '../agents/heard.js';
import { COPILOT } from './facts.js';

/** How the event was written in the configuration, which chooses what is read. */
export type Family = 'Pascal' | 'camel';

const SHOWING: readonly string[] = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop'];
const GENERIC = 'hook exited with a code';

const rowOf = (name: string): AgentEvent | undefined =>
  COPILOT.events.find(({ theirs, also }) => theirs === name || also === name);

export function reads(
  name: string,
  answer: Printed,
  family: Family = rowOf(name)?.theirs === name ? 'Pascal' : 'camel',
): Heard {
  const event = rowOf(name)?.theirs ?? name;
  // Where nothing is asked for permission, what is printed counts beside exit code 2, which only shows stderr.
  const counts = answer.exitCode === 0 || (answer.exitCode === 2 && SHOWING.includes(event));
  const said = counts ? (objectIn(answer.stdout) ?? {}) : {};
  const user = SHOWING.includes(event) && answer.exitCode === 2 ? answer.stderr : '';
  const heard = heardOf(event, answer, said, family);
  return { ...heard, user: user || heard.user };
}

function heardOf(event: string, answer: Printed, said: Fields, family: Family): Heard {
  switch (event) {
    case 'PreToolUse':
      return beforeTool(answer, said, family);
    case 'PermissionRequest':
      return atPermission(answer, said);
    case 'PostToolUse':
      return afterTool(said);
    case 'UserPromptSubmit':
      return isBlock(said)
        ? { ...UNHEARD, happens: false, ends: true, model: '' }
        : { ...UNHEARD, model: textIn(said['additionalContext']) };
    case 'Stop':
    case 'SubagentStop':
      return isBlock(said) ? { ...UNHEARD, happens: false, model: textIn(said['reason']) } : UNHEARD;
    case 'SessionStart':
    case 'SubagentStart':
    case 'PostToolUseFailure':
      return { ...UNHEARD, model: textIn(said['additionalContext']) };
    default:
      return UNHEARD;
  }
}

function beforeTool({ exitCode, stdout }: Printed, said: Fields, family: Family): Heard {
  if (exitCode !== 0) {
    const reason = exitCode === 2 ? textIn(objectIn(stdout)?.['permissionDecisionReason']) : '';
    return { ...UNHEARD, happens: false, model: reason || GENERIC };
  }
  const specific = family === 'Pascal' ? fieldsIn(said['hookSpecificOutput']) : {};
  const decision = specific['permissionDecision'] ?? said['permissionDecision'];
  const reason = textIn(specific['permissionDecisionReason'] ?? said['permissionDecisionReason']);
  const context = textIn(specific['additionalContext'] ?? said['additionalContext']);
  const model = [reason, context].filter((text) => text !== '').join('\n');
  if (decision === 'deny') return { ...UNHEARD, happens: false, model };
  // Its user is asked; with `-p` there is nobody, and the call is denied.
  if (decision === 'ask')
    return { ...UNHEARD, happens: false, asks: true, model: 'unable to ask', user: reason };
  const input = specific['updatedInput'] ?? said['modifiedArgs'];
  return { ...UNHEARD, input: input === undefined ? null : fieldsIn(input), model: context };
}

/** Only the flat form is read, in both families. */
function atPermission({ exitCode }: Printed, said: Fields): Heard {
  if (exitCode !== 0) return { ...UNHEARD, happens: false, model: GENERIC };
  if (said['behavior'] !== 'deny') return UNHEARD;
  return { ...UNHEARD, happens: false, ends: said['interrupt'] === true, model: textIn(said['message']) };
}

function afterTool(said: Fields): Heard {
  const context = textIn(said['additionalContext']);
  if (isBlock(said)) return { ...UNHEARD, replaced: true, model: textIn(said['reason']) };
  if (said['modifiedResult'] === undefined) return { ...UNHEARD, model: context };
  const text = textIn(fieldsIn(said['modifiedResult'])['textResultForLlm']);
  return { ...UNHEARD, replaced: true, model: `${text}\n${context}` };
}

/** Without a reason it is ignored. */
const isBlock = (said: Fields): boolean =>
  said['decision'] === 'block' && textIn(said['reason']).trim() !== '';
