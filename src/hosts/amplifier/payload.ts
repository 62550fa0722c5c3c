// The fields that hooks read, from the data that Amplifier sends with an event.
import { COMMON_FIELDS, type EventName, eventRow, FIELD_ALIASES, fits } from '../../events/index.js';
import type { EventData } from '../../kernel/index.js';
import { keepNumber } from '../../text/index.js';
import { failureKind } from './results.js';
import type { NativeCall } from './tool-calls.js';
import type { KnownCall } from './tool-names.js';
import { errorText, type ToolEnd } from './tool-result.js';

type Data = Readonly<EventData>;
export type Fields = Readonly<Record<string, unknown>>;

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

export const isTranslated = (name: string): boolean => TRANSLATED.has(name);

/** What the host sends beyond what is translated. A field of the wrong kind must not keep hooks from running. */
export function handedOn(event: EventName, data: Data): Fields {
  const { fields } = eventRow(event);
  return Object.fromEntries(
    Object.entries(data).filter(([name, value]) => {
      if (TRANSLATED.has(name)) return false;
      const known = Object.hasOwn(fields, name) ? fields : COMMON_FIELDS;
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

export function endFields(end: ToolEnd): Fields {
  if (!end.ok) return { error: end.error };
  const fields = { tool_response: end.response };
  keepNumber(end, 'response', fields, 'tool_response');
  return fields;
}

export const promptFields = ({ prompt }: Data): Fields => ({
  prompt:
    typeof prompt === 'string'
      ? prompt
      : prompt === null || prompt === undefined
        ? ''
        : JSON.stringify(prompt),
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
