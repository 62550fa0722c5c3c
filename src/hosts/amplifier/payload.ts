// An Amplifier event as the event that hooks are written for: the fields they read, from the data the host sends.
import { COMMON_FIELDS, type EventName, eventRow, FIELD_ALIASES, fits } from '../../events/index.js';
import type { EventData } from '../../kernel/index.js';
import { failureKind } from './failure-kind.js';
import { callIn, type NativeCall } from './tool-calls.js';
import { type KnownCall, knownCalls } from './tool-names.js';
import { errorText, type ToolEnd, toolEnd } from './tool-result.js';

type Data = Readonly<EventData>;
type Fields = Readonly<Record<string, unknown>>;

/**
 * One event on its own, for `parseInput`; `null`: no hook event corresponds to it. A session knows more: which event of
 * a turn is the last, which failure was told before, and every file of a patch.
 */
export function fromAmplifier(event: string, data: Data, cwd: string): Record<string, unknown> | null {
  const parent = text(data['parent_id']);
  const isSub = parent !== null && parent !== '';
  const found = eventFor(event, data, isSub, cwd);
  if (found === null) return null;
  const [name, own] = found;
  const session = text(data['session_id']) ?? '';
  const agent = isSub ? { agent_id: session, agent_type: session.slice(session.lastIndexOf('_') + 1) } : {};
  const common = { session_id: session, cwd: text(data['cwd']) ?? cwd, permission_mode: 'default', ...agent };
  return { ...handedOn(name, data), ...common, ...own, hook_event_name: name };
}

function eventFor(
  event: string,
  data: Data,
  isSub: boolean,
  cwd: string,
): readonly [EventName, Fields] | null {
  const call = callIn(data);
  const tool = (): Fields => toolFields(call, knownCalls(call.native, call.input, cwd)[0]);
  switch (event) {
    case 'tool:pre':
      return ['PreToolUse', tool()];
    case 'tool:post': {
      const end = toolEnd(data);
      return [end.ok ? 'PostToolUse' : 'PostToolUseFailure', { ...tool(), ...endFields(end) }];
    }
    case 'tool:error':
      return [
        'PostToolUseFailure',
        { ...tool(), ...endFields({ ok: false, error: errorText(data['error']) }) },
      ];
    case 'tool:ask_user':
    case 'approval:required':
      return ['PermissionRequest', tool()];
    case 'prompt:submit':
      return isSub ? null : ['UserPromptSubmit', promptFields(data)];
    case 'session:start':
    case 'session:resume':
      return isSub
        ? null
        : ['SessionStart', startFields(data, event === 'session:resume' ? 'resume' : 'startup')];
    case 'session:end':
      return isSub ? null : ['SessionEnd', endOfSessionFields(data)];
    case 'orchestrator:complete':
    case 'orchestrator:stop':
      if (data['status'] === 'error') return ['StopFailure', failureFields(data)];
      return [isSub ? 'SubagentStop' : 'Stop', {}];
    case 'provider:error':
      return ['StopFailure', failureFields(data)];
    case 'delegate:agent_spawned':
    case 'task:agent_spawned':
      return ['SubagentStart', agentFields(data)];
    case 'delegate:agent_completed':
    case 'task:agent_completed':
    case 'task:post':
      return ['SubagentStop', agentFields(data)];
    case 'context:pre_compact':
      return ['PreCompact', compactFields(data)];
    case 'context:compaction':
    case 'context:post_compact':
      return ['PostCompact', compactFields(data)];
    case 'user:notification':
      return ['Notification', noticeFields(data)];
    default:
      return null;
  }
}

/** Fields of the host's data that hooks get under another name, or not as the host has them. */
const TRANSLATED = new Set([
  ...Object.keys(FIELD_ALIASES),
  'session_id',
  'hook_event_name',
  'tool_name',
  'tool_input',
  'tool_call_id',
  'tool_response',
  'name',
  'input',
  'tool',
  'result',
  'error',
]);

/** What the host sends beyond what is translated. A field of the wrong kind must not keep hooks from running. */
export function handedOn(event: EventName, data: Data): Fields {
  const known = { ...COMMON_FIELDS, ...eventRow(event).fields };
  return Object.fromEntries(
    Object.entries(data).filter(([name, value]) => {
      if (TRANSLATED.has(name)) return false;
      const field = Object.hasOwn(known, name) ? known[name] : undefined;
      return field === undefined || fits(value, field.kind);
    }),
  );
}

/** A call as hooks know it. Without a tool's name there is none to give, and the event is refused. */
export const toolFields = (call: NativeCall, { name, input }: KnownCall): Fields => ({
  ...(call.native === '' ? {} : { tool_name: name }),
  tool_input: input,
  ...(call.id === null ? {} : { tool_use_id: call.id }),
  ...(name === call.native ? {} : { amplifier_tool_name: call.native }),
});

export const endFields = (end: ToolEnd): Fields =>
  end.ok ? { tool_response: end.response } : { error: end.error };

export const promptFields = ({ prompt }: Data): Fields => ({
  prompt: typeof prompt === 'string' ? prompt : JSON.stringify(prompt ?? ''),
});

export const startFields = (data: Data, usual: 'startup' | 'resume'): Fields => ({
  source: text(data['source']) ?? text(data['trigger']) ?? usual,
});

export const endOfSessionFields = (data: Data): Fields => ({ reason: text(data['reason']) ?? 'other' });

export const compactFields = (data: Data): Fields => ({ trigger: text(data['trigger']) ?? 'auto' });

export const noticeFields = (data: Data): Fields => ({
  notification_type: text(data['notification_type']) ?? text(data['type']) ?? text(data['level']) ?? '',
});

export const agentFields = (data: Data): Fields => ({
  agent_id: text(data['sub_session_id']) ?? '',
  agent_type: text(data['agent']) ?? '',
});

export function failureFields(data: Data): Fields {
  const details = errorText(data['error']);
  return { error: failureKind(data), ...(details === '' ? {} : { error_details: details }) };
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
