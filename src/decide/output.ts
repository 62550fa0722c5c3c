// What a hook printed on stdout: nothing, plain text, an answer, or something that breaks the rules.
import { beyondBounds, type EventRow } from '../events/index.js';
import { isRecord, readExactly, readPartialJson, reasonOf } from '../text/index.js';
import { type Answer, type AnswerRules, parseAnswer } from './answer.js';

export type Output =
  | { readonly kind: 'nothing' }
  /** `unfinished`: it begins as an answer and breaks off. */
  | { readonly kind: 'text'; readonly text: string; readonly unfinished: boolean }
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
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}'))
    return { kind: 'text', text: trimmed, unfinished: breaksOff(trimmed) };
  let value: unknown;
  try {
    value = readExactly(trimmed);
  } catch (error) {
    const problem = breaksOff(trimmed) ? UNFINISHED : `stdout looks like JSON but is not: ${reasonOf(error)}`;
    return { kind: 'bad', problem };
  }
  if (!isRecord(value)) return { kind: 'text', text: trimmed, unfinished: false };
  const beyond = beyondBounds(value);
  if (beyond !== null)
    return { kind: 'bad', problem: `stdout is no answer that can be handed on: ${beyond}` };
  const result = parseAnswer(value, row, rules);
  return result.ok ? { kind: 'answer', answer: result.answer } : { kind: 'bad', problem: result.problem };
}

export const UNFINISHED = 'stdout begins as JSON and does not end, so it is no answer';

/** Whether a text begins as JSON and does not end. */
const breaksOff = (text: string): boolean =>
  /^(?:\[\s*)?\{\s*"/.test(text) && readPartialJson(text).end === 'missing';

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
