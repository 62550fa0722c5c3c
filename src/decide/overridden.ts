// What is said where hooks kept an agent going so often that they were not heard any more.
import { hookName, hookOf } from '../hook-name.js';
import type { Decision, Diagnostic, HookId } from '../nouns.js';
import { DECISION_CODES } from './codes.js';

/** Who kept the agent going once too often, for its user. */
export function overriddenNote(
  { event, runs }: Decision,
  wanting: readonly HookId[],
  forced: number | null,
): Diagnostic {
  const hooks = runs.map(({ hook }) => hook);
  const names = wanting.flatMap((id) => {
    const hook = hookOf(id, hooks);
    return hook === null ? [] : [hookName(hook)];
  });
  const who = names.length === 0 ? `${event} hooks` : `The ${names.join(' and the ')}`;
  const often = forced === null ? 'again, how often could not be counted,' : `${forced} times in a row`;
  return {
    code: 'stop-cap-reached',
    severity: DECISION_CODES['stop-cap-reached'].severity,
    message: `${who} kept the agent going ${often} and wanted another round; overridden: it may stop`,
    file: null,
    line: null,
    column: null,
    hint: DECISION_CODES['stop-cap-reached'].fix,
    tell: true,
  };
}
