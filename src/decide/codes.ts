// Every diagnostic code that deciding can give. The reference page is made from this table.
import { type EventRow, ownDecision } from '../events/index.js';
import { type CodeInfo, info, warning } from '../text/index.js';

const ONE_OBJECT =
  'Print exactly one JSON object and nothing else on stdout, with "hookSpecificOutput": {"hookEventName": …, …} or "decision": "block".';

export const DECISION_CODES = {
  'deny-salvaged': warning(
    'A hook’s deny breaks the output rules; this profile honoured it all the same.',
    ONE_OBJECT,
  ),
  'decision-not-taken': warning(
    'What a hook printed looks like a decision, but breaks the output rules and had no effect.',
    ONE_OBJECT,
  ),
  'answer-unfinished': warning(
    'What a hook printed begins as JSON and does not end, so it is no answer.',
    'Have a program such as jq or json.dumps make the JSON, and print all of it before the hook ends.',
  ),
  'field-misspelt': warning(
    'A field of a hook’s answer is not known, and its name is near to that of a field that decides.',
    'Write the field as the message says; `amplifier-hooks schema` lists the fields of an answer.',
  ),
  'answer-not-alone': warning(
    'What looks like a hook’s answer stands beside other text, so all of it is plain text.',
    ONE_OBJECT,
  ),
  'reason-not-read': warning(
    'A hook blocked by exit code 2, and the reason that it seems to give is not where reasons are read.',
    'With exit code 2 print the reason on stderr; or exit 0 and print a valid answer with the reason in it.',
  ),
  'path-is-json': warning(
    'A WorktreeCreate hook that is a command printed JSON, and that is taken for the path of the work tree.',
    'Print the path alone on the last line.',
  ),
  'stdout-unheard': info(
    'A hook printed text and exited 0 on an event whose plain text nobody is shown. Said once a session for each hook.',
    'To be seen by the user print {"systemMessage": "…"}; for the model use "additionalContext". Otherwise all is well.',
  ),
  'exit-2-ignored': info(
    'A hook exited with code 2 on an event that cannot be blocked.',
    'Exit 0, or attach the hook to an event that can be blocked.',
  ),
  'field-ignored': info(
    'A field of a hook’s answer has no effect on this event.',
    'Leave the field out, or use an event that hears it.',
  ),
  'allow-not-granted': warning(
    'Only hooks of the project allow a call; that skips no question, so it counts as no opinion.',
    'If you trust them with it, grant it with the option projectAllow (Amplifier: project_allow: true; dispatch: --project-allow), or define the hook in your own ~/.amplifier/hooks.',
  ),
  'condition-impossible': info(
    'A model says that the condition of a Stop hook can never be met, so the agent may stop.',
    'Word the condition so that the agent can meet it.',
  ),
  'conflicting-rewrites': warning(
    'Two hooks replace the same thing; the last one of the strongest scope is used. Said once a session.',
    'Let one hook do the rewriting, or give the hooks matchers that do not overlap.',
  ),
  'conflicting-writers': warning(
    'Two hooks of one event change the same file, and the second changes what the first made of it. Said once a session.',
    'Let one hook do the formatting, call the other from it, or give the hooks matchers that do not overlap.',
  ),
  'over-budget': warning(
    'A hook, or the hooks of an event together, cost more than their budget. Said once a session for each.',
    'Make it faster or have it say less, raise its "budget", or have it run in the background ("async": true).',
  ),
  'output-cut-off': warning(
    'A hook printed more than is kept; the rest was dropped.',
    'Print less, or write to a file and print its path.',
  ),
  'stop-cap-reached': warning(
    'Stop hooks kept the agent going so many times in a row that they were overridden, and it may stop now.',
    'Let the hook look at "stop_hook_active" and "stop_hook_overridden", or raise CLAUDE_CODE_STOP_HOOK_BLOCK_CAP (0 = no cap).',
  ),
  'background-failed': warning(
    'A background hook failed, or its output could not be used.',
    'Run the command by hand with an event on stdin.',
  ),
  'background-dropped': warning(
    'Background hooks said more than is kept for the next event of their session; the oldest texts were dropped.',
    'Send the events of the session, ask for late texts, or let the hooks say less.',
  ),
} as const satisfies Record<string, CodeInfo>;

export type DecisionCode = keyof typeof DECISION_CODES;

/** What to do about it on this event. Where an event hears a decision of its own, `"decision": "block"` is not it. */
export function fixOf(code: DecisionCode, row: EventRow): string {
  const { fix } = DECISION_CODES[code];
  return (fix === ONE_OBJECT ? ownDecision(row) : null) ?? fix;
}

/** How an event that hears a decision of its own is denied. */
export const DENIES = '"decision": {"behavior": "deny", "message": …}';
