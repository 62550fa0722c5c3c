// An Amplifier event as the event that hooks are written for.
import { EVENT_NAMES, type EventName, eventRow, isRecord, NATIVE_TOOLS } from '../../events/index.js';

type EventData = Readonly<Record<string, unknown>>;

const byAmplifierName = new Map<string, EventName>(
  EVENT_NAMES.flatMap((name) => eventRow(name).amplifier.map((own): [string, EventName] => [own, name])),
);

/** Amplifier's event names that hooks can be attached to. */
export const AMPLIFIER_EVENTS: readonly string[] = [...byAmplifierName.keys()];

/** Events that concern a person's session; in a session started by another agent they mean nothing to hooks. */
const ROOT_ONLY = new Set<EventName>(['UserPromptSubmit', 'SessionStart', 'SessionEnd']);

/** The raw event for `parseInput`; `null`: no hook event corresponds to it. */
export function fromAmplifier(event: string, data: EventData, cwd: string): Record<string, unknown> | null {
  const name = eventNameFor(event, data);
  if (name === null || (ROOT_ONLY.has(name) && isSubSession(data))) return null;
  const fields: Record<string, unknown> = {
    session_id: '',
    cwd,
    ...data,
    ...agentOf(data),
    hook_event_name: name,
  };
  if (typeof fields['session_id'] !== 'string') fields['session_id'] = '';
  if (typeof data['tool_call_id'] === 'string') fields['tool_use_id'] = data['tool_call_id'];
  if (eventRow(name).tool) Object.assign(fields, toolCall(data));
  Object.assign(fields, ownFields(name, event, data));
  return fields;
}

function eventNameFor(event: string, data: EventData): EventName | null {
  const name = byAmplifierName.get(event) ?? null;
  if (name === 'PostToolUse' && isRecord(data['result']) && data['result']['success'] === false)
    return 'PostToolUseFailure';
  if (name === 'Stop' && isSubSession(data)) return 'SubagentStop';
  return name;
}

const isSubSession = (data: EventData): boolean =>
  typeof data['parent_id'] === 'string' && data['parent_id'] !== '';

/** A sub-session's id ends in `_<agent>`. */
function agentOf(data: EventData): Record<string, unknown> {
  const named = data['agent'];
  const id = typeof data['session_id'] === 'string' ? data['session_id'] : '';
  if (isSubSession(data)) return { agent_id: id, agent_type: id.slice(id.lastIndexOf('_') + 1) };
  const sub = data['sub_session_id'];
  return typeof sub === 'string' ? { agent_id: sub, agent_type: typeof named === 'string' ? named : '' } : {};
}

function toolCall(data: EventData): Record<string, unknown> {
  const own = data['tool_name'];
  const input = data['tool_input'] ?? {};
  const tool = NATIVE_TOOLS.find(({ native }) => native === own);
  if (tool === undefined) return { tool_input: input };
  const known = isRecord(input)
    ? Object.fromEntries(Object.entries(input).map(([key, value]) => [tool.fields[key] ?? key, value]))
    : input;
  return { tool_name: tool.name, tool_input: known, amplifier_tool_name: own };
}

function ownFields(name: EventName, event: string, data: EventData): Record<string, unknown> {
  const result = data['result'];
  switch (name) {
    case 'PostToolUse':
      return {
        tool_response:
          isRecord(result) && 'output' in result ? result['output'] : (result ?? data['tool_result'] ?? null),
      };
    case 'PostToolUseFailure':
      return { error: errorText(data) };
    case 'SessionStart':
      return {
        source: data['source'] ?? data['trigger'] ?? (event === 'session:resume' ? 'resume' : 'startup'),
      };
    case 'SessionEnd':
      return { reason: typeof data['reason'] === 'string' ? data['reason'] : 'other' };
    case 'PreCompact':
    case 'PostCompact':
      return { trigger: typeof data['trigger'] === 'string' ? data['trigger'] : 'auto' };
    case 'StopFailure':
      return { error: 'unknown', error_details: errorText(data) };
    case 'Notification':
      return { notification_type: text(data['notification_type']) ?? text(data['level']) ?? '' };
    default:
      return {};
  }
}

function errorText(data: EventData): string {
  const result = isRecord(data['result']) ? data['result']['error'] : undefined;
  const error = data['error'] ?? result;
  if (typeof error === 'string') return error;
  if (isRecord(error)) return text(error['msg']) ?? text(error['message']) ?? JSON.stringify(error);
  return error === undefined || error === null ? '' : JSON.stringify(error);
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
