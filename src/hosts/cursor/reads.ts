// How Cursor reads what a hook answers, by its documents.
import { fieldsIn, type Heard, objectIn, type Printed, textIn, UNHEARD } from '../agents/heard.js';

/** Events whose `permission` counts. */
const GATES = ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile', 'subagentStart'];
/** Those of them that put a question to the user. */
const ASKING = ['beforeShellExecution', 'beforeMCPExecution'];
/** Events whose `continue` counts. */
const STARTS = ['beforeSubmitPrompt', 'sessionStart'];
/** Events that take context. */
const TAKING = ['sessionStart', 'postToolUse'];
const ENDS = ['stop', 'subagentStop'];

export function reads(event: string, { exitCode, stdout, stderr }: Printed): Heard {
  if (exitCode === 2) return { ...UNHEARD, happens: false, model: stderr };
  // A failed hook lets the action happen; one that says nothing readable was seen to stop a call.
  if (exitCode !== 0) return UNHEARD;
  const answer = objectIn(stdout);
  if (answer === null) return { ...UNHEARD, happens: event !== 'preToolUse' };
  const { permission, continue: goes, updated_input: input } = answer;
  const [user, model] = [textIn(answer['user_message']), textIn(answer['agent_message'])];
  if (GATES.includes(event) && permission === 'deny') return { ...UNHEARD, happens: false, model, user };
  if (STARTS.includes(event) && goes === false) return { ...UNHEARD, happens: false, ends: true, user };
  if (ASKING.includes(event) && permission === 'ask') return { ...UNHEARD, asks: true, user };
  const goesOn = ENDS.includes(event) ? textIn(answer['followup_message']) : '';
  if (goesOn !== '') return { ...UNHEARD, happens: false, model: goesOn };
  return {
    ...UNHEARD,
    input: event === 'preToolUse' && input !== undefined ? fieldsIn(input) : null,
    model: TAKING.includes(event) ? textIn(answer['additional_context']) : '',
    user: event === 'preCompact' ? user : '',
  };
}
