// Every diagnostic code that deciding can give. The reference page is made from this table.
import type { Severity } from '../nouns.js';

interface CodeInfo {
  readonly severity: Severity;
  readonly meaning: string;
  readonly fix: string;
}

const ONE_OBJECT =
  'Print exactly one JSON object and nothing else on stdout, with "hookSpecificOutput": {"hookEventName": …, …} or "decision": "block".';

export const DECISION_CODES = {
  'deny-salvaged': {
    severity: 'warning',
    meaning: 'A hook’s deny breaks the output rules; this profile honoured it all the same.',
    fix: ONE_OBJECT,
  },
  'decision-not-taken': {
    severity: 'warning',
    meaning: 'What a hook printed looks like a decision, but breaks the output rules and had no effect.',
    fix: ONE_OBJECT,
  },
  'exit-2-ignored': {
    severity: 'info',
    meaning: 'A hook exited with code 2 on an event that cannot be blocked.',
    fix: 'Exit 0, or attach the hook to an event that can be blocked.',
  },
  'field-ignored': {
    severity: 'info',
    meaning: 'A field of a hook’s answer has no effect on this event.',
    fix: 'Leave the field out, or use an event that hears it.',
  },
  'condition-impossible': {
    severity: 'info',
    meaning: 'A model says that the condition of a Stop hook can never be met, so the agent may stop.',
    fix: 'Word the condition so that the agent can meet it.',
  },
  'conflicting-rewrites': {
    severity: 'warning',
    meaning: 'Two hooks replace the same thing; the last in declared order is used.',
    fix: 'Let one hook do the rewriting, or give the hooks matchers that do not overlap.',
  },
  'output-cut-off': {
    severity: 'warning',
    meaning: 'A hook printed more than is kept; the rest was dropped.',
    fix: 'Print less, or write to a file and print its path.',
  },
  'stop-cap-reached': {
    severity: 'warning',
    meaning: 'Stop hooks kept the agent going so many times in a row that it may stop now.',
    fix: 'Let the hook look at "stop_hook_active", or raise CLAUDE_CODE_STOP_HOOK_BLOCK_CAP (0 = no cap).',
  },
  'background-failed': {
    severity: 'warning',
    meaning: 'A background hook failed, or its output could not be used.',
    fix: 'Run the command by hand with an event on stdin.',
  },
  'background-dropped': {
    severity: 'warning',
    meaning:
      'Background hooks said more than is kept for the next event of their session; the oldest texts were dropped.',
    fix: 'Send the events of the session, ask for late texts, or let the hooks say less.',
  },
} as const satisfies Record<string, CodeInfo>;

export type DecisionCode = keyof typeof DECISION_CODES;
