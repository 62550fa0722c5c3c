// What a hook printed on stdout: nothing, plain text, an answer, or something that breaks the rules.
import { beyondBounds, type EventRow } from '../events/index.js';
import { isRecord, reasonOf } from '../text/index.js';
import { type Answer, type AnswerRules, parseAnswer } from './answer.js';

export type Output =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'bad'; readonly problem: string };

/**
 * One rule for every exit code: what starts with `{` and ends with `}` must be one valid answer;
 * everything else is plain text.
 */
export function readOutput(stdout: string, row: EventRow, rules: AnswerRules): Output {
  // JavaScript's trim also takes a byte order mark away.
  const trimmed = stdout.trim();
  if (trimmed === '') return { kind: 'nothing' };
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return { kind: 'text', text: trimmed };
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch (error) {
    const why = reasonOf(error);
    return { kind: 'bad', problem: `stdout looks like JSON but is not: ${why}` };
  }
  if (!isRecord(value)) return { kind: 'text', text: trimmed };
  const beyond = beyondBounds(value);
  if (beyond !== null)
    return { kind: 'bad', problem: `stdout is no answer that can be handed on: ${beyond}` };
  const result = parseAnswer(value, row, rules);
  return result.ok ? { kind: 'answer', answer: result.answer } : { kind: 'bad', problem: result.problem };
}

/** Whether a first line of stdout moves the hook to the background. */
export function isAsyncMarker(line: string): boolean {
  if (!line.includes('"async"')) return false;
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) && value['async'] === true;
  } catch {
    // Not JSON, so no marker; the whole output is judged when the hook ends.
    return false;
  }
}
