// The host `vscode`, from its documents: Claude Code's form, with names of its own for some fields and all tools.
import { EVENT_NAMES } from '../../events/index.js';
import type { Agent, Fields, Judged, Payload } from '../agents/agent.js';
import { given, inJson, lines, NO_SUCH_INPUT, readAsClaude, rewritten, untold } from '../agents/answering.js';
import { isRewritten, type Verdict, verdictOf } from '../agents/verdict.js';
import { VSCODE } from './facts.js';

export const vscode: Agent = {
  facts: VSCODE,
  // Others that say `hookEventName` spell their events otherwise.
  recognise: ({ fields }) =>
    EVENT_NAMES.some((name) => name === fields['hookEventName']) && typeof fields['sessionId'] === 'string',
  read: (payload) => readAsClaude(VSCODE, payload, claudeForm(payload)),
  answer: (judged) => {
    const verdict = verdictOf(judged.decisions);
    const said = { ...fieldsOf(judged, verdict), ...given('systemMessage', lines(verdict.messages)) };
    return { ...inJson(said), untold: untold(VSCODE, judged, verdict) };
  },
};

function claudeForm({ fields, event, cwd }: Payload): Fields {
  const { hookEventName, sessionId, ...more } = fields;
  return {
    cwd,
    ...more,
    hook_event_name: fields['hook_event_name'] ?? hookEventName ?? event,
    session_id: fields['session_id'] ?? sessionId ?? '',
    ...(fields['source'] === 'new' ? { source: 'startup' } : {}),
  };
}

function fieldsOf(judged: Judged, verdict: Verdict): Fields {
  const { event } = judged;
  const { denied, stops, goesOn } = verdict;
  switch (event) {
    case 'PreToolUse':
      return { ...ended(stops), ...specific(event, { ...permission(judged, verdict), ...context(verdict) }) };
    case 'PostToolUse':
      return { ...ended(stops), ...specific(event, context(verdict)) };
    case 'Stop':
    case 'SubagentStop': {
      if (stops !== null) return ended(stops);
      // The one is documented with the fields inside, the other without.
      const block = goesOn === null ? {} : { decision: 'block', reason: goesOn };
      return { ...block, ...specific(event, block) };
    }
    case 'UserPromptSubmit':
      return ended(denied ?? stops);
    case 'SessionStart':
    case 'SubagentStart':
      return { ...ended(denied ?? stops), ...specific(event, context(verdict)) };
    default:
      return ended(stops);
  }
}

const ended = (why: string | null): Fields => (why === null ? {} : { continue: false, stopReason: why });

function permission(judged: Judged, { denied, stops, asks, allows }: Verdict): Fields {
  const deny = (why: string): Fields => ({ permissionDecision: 'deny', permissionDecisionReason: why });
  const why = denied ?? stops;
  if (why !== null) return deny(why);
  const wanted = isRewritten(judged.decisions);
  const fields = claudeForm(judged.payload);
  const input = wanted ? rewritten(VSCODE, { ...judged, payload: { ...judged.payload, fields } }) : null;
  if (wanted && input === null) return deny(NO_SUCH_INPUT);
  return {
    ...(asks !== null
      ? { permissionDecision: 'ask', permissionDecisionReason: asks }
      : given('permissionDecision', allows ? 'allow' : null)),
    ...given('updatedInput', input),
  };
}

const context = ({ context, feedback }: Verdict): Fields =>
  given('additionalContext', lines([...feedback, ...context]));

const specific = (event: string, fields: Fields): Fields =>
  Object.keys(fields).length === 0 ? {} : { hookSpecificOutput: { hookEventName: event, ...fields } };
