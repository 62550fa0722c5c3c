// A hook of opencode as an event of Claude Code; events that many hooks could be called for are few.
import type { Fields, Payload } from '../agents/agent.js';
import { given } from '../agents/answering.js';
import { inWords, record } from '../agents/payloads.js';

/** Which hook was called. */
export const hookOf = ({ fields, event }: Payload): string | null =>
  typeof fields['opencode_hook'] === 'string' ? fields['opencode_hook'] : event;

/** A call of a tool under the names that the shared reading knows; empty: the hook is about none. */
export function callOf({ fields: { input, output } }: Payload): Fields {
  const { tool, callID, args } = record(input);
  if (typeof tool !== 'string') return {};
  return { tool_name: tool, tool_input: args ?? record(output)['args'], ...given('tool_use_id', callID) };
}

/** The fields of the event, with opencode's names of tools; `null`: no event corresponds to the hook. */
export function claudeForm(payload: Payload): Fields | null {
  const hook = hookOf(payload);
  const own = hook === null ? null : eventFields(hook, payload);
  if (own === null) return null;
  const { directory, parentID, agent } = payload.fields;
  const { fields, session, parent = parentID, type = agent } = own;
  const isSubagent = typeof parent === 'string' && parent !== '';
  const { hook_event_name: name } = fields;
  return {
    ...fields,
    hook_event_name: (isSubagent ? IN_A_SUBAGENT[String(name)] : undefined) ?? name,
    session_id: isSubagent ? parent : (session ?? ''),
    ...(isSubagent ? { ...given('agent_id', session), ...given('agent_type', type) } : {}),
    cwd: typeof directory === 'string' ? directory : payload.cwd,
  };
}

const IN_A_SUBAGENT: Readonly<Record<string, string>> = {
  SessionStart: 'SubagentStart',
  Stop: 'SubagentStop',
};

interface Own {
  readonly fields: Fields;
  readonly session: unknown;
  readonly parent?: unknown;
  readonly type?: unknown;
}

function eventFields(hook: string, payload: Payload): Own | null {
  const { fields } = payload;
  if (hook.startsWith('event:'))
    return ofNotice(hook, record(record(record(fields['input'])['event'])['properties']));
  const input = record(fields['input']);
  const output = record(fields['output']);
  const own = (named: Fields): Own => ({ fields: named, session: input['sessionID'] });
  switch (hook) {
    case 'chat.message':
      return own(prompt(input, output));
    case 'tool.execute.before':
      return own({ hook_event_name: 'PreToolUse', ...callOf(payload) });
    case 'tool.execute.after':
      return own({ ...result(input, output), ...callOf(payload) });
    case 'experimental.session.compacting':
      return own({ hook_event_name: 'PreCompact', trigger: 'auto', custom_instructions: null });
    case 'session.resumed':
      return own({ hook_event_name: 'SessionStart', source: 'resume' });
    case 'dispose':
      return own({ hook_event_name: 'SessionEnd', reason: 'other' });
    default:
      return null;
  }
}

/** What opencode only tells. */
function ofNotice(hook: string, properties: Fields): Own | null {
  const { sessionID: session, info, part } = properties;
  switch (hook) {
    case 'event:session.created':
      return {
        fields: {
          hook_event_name: 'SessionStart',
          source: 'startup',
          session: info,
        },
        session: session ?? record(info)['id'],
        parent: record(info)['parentID'],
        type: record(info)['agent'],
      };
    case 'event:session.idle':
      return { fields: { hook_event_name: 'Stop', stop_hook_active: false }, session };
    case 'event:session.error':
      return {
        fields: {
          hook_event_name: 'StopFailure',
          error: 'unknown',
          error_details: inWords(properties['error']),
        },
        session,
      };
    case 'event:session.compacted':
      return { fields: { hook_event_name: 'PostCompact', trigger: 'auto' }, session };
    case 'event:permission.asked':
      return { fields: permission(properties), session };
    case 'event:message.part.updated': {
      const failed = failedCall(record(part));
      return failed === null ? null : { fields: failed, session };
    }
    default:
      return null;
  }
}

/** The texts are the prompt; files and the like stand beside it. */
function prompt(input: Fields, output: Fields): Fields {
  const parts: readonly unknown[] = Array.isArray(output['parts']) ? output['parts'] : [];
  const texts = parts.flatMap((part) => {
    const { type, text } = record(part);
    return type === 'text' && typeof text === 'string' ? [text] : [];
  });
  const { sessionID: _, ...more } = input;
  return {
    hook_event_name: 'UserPromptSubmit',
    prompt: texts.join('\n'),
    ...more,
    message: output['message'],
    parts,
  };
}

/** A command that ended with another exit code than 0 has failed, as in Claude Code. */
function result(input: Fields, output: Fields): Fields {
  const { output: text, metadata } = output;
  const code = input['tool'] === 'bash' ? record(metadata)['exit'] : 0;
  const response =
    input['tool'] === 'bash' && typeof text === 'string' ? { stdout: text, ...output } : output;
  return typeof code === 'number' && code !== 0
    ? { hook_event_name: 'PostToolUseFailure', error: inWords(text), tool_response: response }
    : { hook_event_name: 'PostToolUse', tool_response: response };
}

function failedCall({ type, tool, callID, state, ...more }: Fields): Fields | null {
  const { status, input, error, time } = record(state);
  if (type !== 'tool' || typeof tool !== 'string' || status !== 'error') return null;
  return {
    hook_event_name: 'PostToolUseFailure',
    tool_name: tool,
    tool_input: input,
    ...given('tool_use_id', callID),
    error: inWords(error),
    part: { ...more, time },
  };
}

/** What is asked about has the name of a tool, and what is known of the call. */
function permission(properties: Fields): Fields {
  const { permission, metadata, tool, sessionID: _, ...more } = properties;
  return {
    hook_event_name: 'PermissionRequest',
    tool_name: typeof permission === 'string' ? permission : '',
    tool_input: metadata ?? {},
    ...given('tool_use_id', record(tool)['callID']),
    request: { ...more, tool },
  };
}
