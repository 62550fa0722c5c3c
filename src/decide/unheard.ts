// What hooks print where nobody listens. It changes nothing, but whoever wrote the hook thinks that it does.
import type { Diagnostic, Hook } from '../nouns.js';
import { hasAnswerBesideText } from './lost.js';
import { firstLine, note } from './messages.js';
import type { Output } from './output.js';
import type { Circumstances } from './parts.js';

/** So much of a line says which one it is. */
const EXCERPT = 200;
const quoted = (text: string): string => JSON.stringify(firstLine(text).slice(0, EXCERPT));

/** Exit code 2 blocks, and its reason is what stands on stderr: what was printed instead is lost. */
export function unreadReason(hook: Hook, output: Output, stderr: string): readonly Diagnostic[] {
  if (output.kind === 'bad')
    return [
      note(hook, 'reason-not-read', `exit code 2 blocks, but its answer was not read: ${output.problem}`),
    ];
  if (output.kind !== 'text' || stderr.trim() !== '') return [];
  const message = `exit code 2 blocks, but stderr says no reason; stdout is not read: ${quoted(output.text)}`;
  return [note(hook, 'reason-not-read', message)];
}

/** Text that is not, or not only, what the hook wanted to say by it. */
export function unheardText(hook: Hook, text: string, { row }: Circumstances): readonly Diagnostic[] {
  if (hasAnswerBesideText(text)) {
    const message = `what looks like an answer stands beside other text, so all of it is text: ${quoted(text)}`;
    return [note(hook, 'answer-not-alone', message)];
  }
  if (row.stdout !== 'log') return [];
  return [note(hook, 'stdout-unheard', `nobody is shown what it printed on ${row.name}: ${quoted(text)}`)];
}

/** The answer of an http hook, from a command: its text is taken for the path. */
export const jsonAsPath = (hook: Hook, path: string): readonly Diagnostic[] =>
  /^[{[]/.test(path)
    ? [
        note(
          hook,
          'path-is-json',
          `the path of the work tree is what it printed, and that is JSON: ${quoted(path)}`,
        ),
      ]
    : [];
