// The host `cursor`, from its documents. Its answers are flat, and there is always one, because nothing at all was seen to stop
// a call.
import { isRecord } from '../../text/index.js';
import type { Agent, Fields, Judged, Payload } from '../agents/agent.js';
import { given, lines, NO_SUCH_INPUT, readAsClaude, rewritten, untold } from '../agents/answering.js';
import { fromText, inWords } from '../agents/payloads.js';
import { isRewritten, type Verdict, verdictOf } from '../agents/verdict.js';
import { CURSOR } from './facts.js';

export const cursor: Agent = {
  facts: CURSOR,
  recognise: ({ fields }) =>
    'cursor_version' in fields || ('conversation_id' in fields && 'generation_id' in fields),
  read: (payload) => readAsClaude(CURSOR, payload, claudeForm(payload)),
  answer: (judged) => {
    const verdict = verdictOf(judged.decisions);
    const said = fieldsOf(judged, verdict);
    return {
      exitCode: 0,
      stdout: `${JSON.stringify(said)}\n`,
      stderr: '',
      untold: untold(CURSOR, judged, verdict, eventOf(judged.payload)),
    };
  },
  silence: '{}\n',
};

/** As Cursor names it, wherever it says so. */
const eventOf = ({ fields, event }: Payload): unknown => fields['hook_event_name'] ?? event;

/** The payload with Claude Code's names; events and tools still have Cursor's. */
function claudeForm(payload: Payload): Fields {
  const { fields, cwd } = payload;
  const { conversation_id: conversation, workspace_roots: roots, session_id: session } = fields;
  const event = eventOf(payload);
  const folder = Array.isArray(roots) ? roots.find((root) => typeof root === 'string') : undefined;
  return {
    ...fields,
    ...call(event, fields),
    hook_event_name: event,
    session_id: session ?? conversation ?? '',
    cwd: typeof fields['cwd'] === 'string' && fields['cwd'] !== '' ? fields['cwd'] : (folder ?? cwd),
    ...MORE[String(event)]?.(fields),
  };
}

/** What hooks expect of an event, of what Cursor calls otherwise. */
const MORE: Readonly<Record<string, (fields: Fields) => Fields>> = {
  sessionStart: () => ({ source: 'startup' }),
  sessionEnd: ({ reason }) => ({ reason: reason ?? 'other' }),
  stop: ({ loop_count: count }) => ({ stop_hook_active: typeof count === 'number' && count > 0 }),
  subagentStop: ({ loop_count: count, subagent_id: id, subagent_type: type }) => ({
    stop_hook_active: typeof count === 'number' && count > 0,
    ...given('agent_id', id),
    ...given('agent_type', type),
  }),
  subagentStart: ({ subagent_id: id, subagent_type: type }) => ({
    ...given('agent_id', id),
    ...given('agent_type', type),
  }),
  postToolUse: ({ tool_output: output, duration }) => ({
    tool_response: fromText(output),
    ...given('duration_ms', duration),
  }),
  postToolUseFailure: ({ error_message: message, error, duration, is_interrupt: interrupt }) => ({
    error: inWords(message ?? error),
    ...given('duration_ms', duration),
    ...given('is_interrupt', interrupt),
  }),
  afterShellExecution: ({ output, duration }) => ({
    tool_response: { stdout: output },
    ...given('duration_ms', duration),
  }),
  afterMCPExecution: ({ result_json: result, duration }) => ({
    tool_response: fromText(result),
    ...given('duration_ms', duration),
  }),
  afterFileEdit: () => ({ tool_response: {} }),
};

/** The call that an event of its own is about, as `preToolUse` would tell it. */
function call(event: unknown, fields: Fields): Fields {
  const { command, file_path: file, content, edits, tool_name: tool, tool_input: input } = fields;
  switch (event) {
    case 'beforeShellExecution':
    case 'afterShellExecution':
      return { tool_name: 'Shell', tool_input: { command } };
    case 'beforeReadFile':
      return { tool_name: 'Read', tool_input: { file_path: file, ...given('content', content) } };
    case 'afterFileEdit':
      return { tool_name: 'Edit', tool_input: { file_path: file, ...onlyEdit(edits) } };
    default:
      return typeof tool === 'string' ? { tool_input: fromText(input) } : {};
  }
}

const onlyEdit = (edits: unknown): Fields => {
  const [first, ...others]: readonly unknown[] = Array.isArray(edits) ? edits : [];
  return isRecord(first) && others.length === 0 ? first : { edits };
};

function fieldsOf(judged: Judged, verdict: Verdict): Fields {
  const { denied, stops, goesOn, feedback, context, messages } = verdict;
  const why = denied ?? stops;
  const event = eventOf(judged.payload);
  switch (judged.event) {
    case 'PreToolUse':
      return permission(judged, verdict);
    case 'UserPromptSubmit':
      return why === null ? { continue: true } : { continue: false, user_message: why };
    case 'SubagentStart':
      return why === null ? {} : { permission: 'deny', user_message: why };
    case 'SessionStart':
      return {
        ...(why === null ? {} : { continue: false, user_message: why }),
        ...given('additional_context', lines([...feedback, ...context])),
      };
    case 'PostToolUse': {
      if (event !== 'postToolUse' && event !== 'PostToolUse') return {};
      const end = stops === null ? [] : [`A hook wants the work to end here: ${stops}`];
      return given('additional_context', lines([...end, ...feedback, ...context]));
    }
    case 'Stop':
    case 'SubagentStop':
      return stops === null ? given('followup_message', goesOn) : {};
    case 'PreCompact':
      return given('user_message', lines(messages));
    default:
      return {};
  }
}

/** Only two of its gates put a question to the user. */
const ASKS = ['beforeShellExecution', 'beforeMCPExecution'];

function permission(judged: Judged, { denied, stops, asks, allows, messages }: Verdict): Fields {
  const event = eventOf(judged.payload);
  const deny = (reason: string): Fields => ({
    permission: 'deny',
    user_message: lines([reason, ...messages]),
    agent_message: reason,
  });
  const why = denied ?? stops;
  if (why !== null) return deny(why);
  const wanted = isRewritten(judged.decisions);
  const isSpecial = CURSOR.events.some(({ theirs, toldBy }) => theirs === event && toldBy !== undefined);
  if (wanted && isSpecial) return deny(NO_SUCH_INPUT);
  if (asks !== null) {
    return ASKS.some((name) => name === event) ? { permission: 'ask', user_message: asks } : deny(asks);
  }
  const fields = claudeForm(judged.payload);
  const input = wanted ? rewritten(CURSOR, { ...judged, payload: { ...judged.payload, fields } }) : null;
  if (wanted && input === null) return deny(NO_SUCH_INPUT);
  return { ...(allows ? { permission: 'allow' } : {}), ...given('updated_input', input) };
}
