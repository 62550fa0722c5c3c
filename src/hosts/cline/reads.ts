// How Cline CLI 3.0.65 reads what a hook answers, as it was measured.
import { fieldsIn, type Heard, objectIn, type Printed, textIn, UNHEARD } from '../agents/heard.js';

/** The exit code and stderr mean nothing; hooks of other files than these two are not heard. A cancelled call ends the task. */
export function reads(event: string, { stdout }: Printed): Heard {
  if (event !== 'PreToolUse' && event !== 'PostToolUse') return UNHEARD;
  const answer = answerIn(stdout);
  if (answer === null) return UNHEARD;
  const model = textIn(answer['contextModification'] ?? answer['context']);
  if (answer['cancel'] === true) return { ...UNHEARD, happens: event !== 'PreToolUse', ends: true };
  const input = event === 'PreToolUse' ? answer['overrideInput'] : undefined;
  return { ...UNHEARD, model, input: input === undefined ? null : fieldsIn(input) };
}

const MARK = 'HOOK_CONTROL\t';

/** The last line may carry the answer; otherwise all of stdout is it. */
function answerIn(stdout: string): ReturnType<typeof objectIn> {
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  return objectIn(last.startsWith(MARK) ? last.slice(MARK.length) : stdout);
}
