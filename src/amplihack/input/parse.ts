// The border: what a host sends, checked strictly where the event is known and let through where it is not.
import { isUtf8 } from 'node:buffer';
import { isRecord } from '../../text/index.js';
import { HookError, isBlank } from '../context.js';

export type Extra = Readonly<Record<string, unknown>>;

interface ToolCall {
  readonly toolName: string;
  readonly toolInput: unknown;
  readonly sessionId: string | null;
}

export type HookInput =
  | ({ readonly event: 'PreToolUse' } & ToolCall)
  | ({ readonly event: 'PostToolUse'; readonly toolResult: unknown } & ToolCall)
  | {
      readonly event: 'Stop';
      readonly stopHookActive: boolean | null;
      readonly transcriptPath: string | null;
      readonly sessionId: string | null;
    }
  | {
      readonly event: 'SessionStart';
      readonly cwd: string | null;
      readonly sessionId: string | null;
      readonly extra: Extra;
    }
  | {
      readonly event: 'SessionStop' | 'PreCompact';
      readonly transcriptPath: string | null;
      readonly sessionId: string | null;
      readonly extra: Extra;
    }
  | {
      readonly event: 'UserPromptSubmit';
      readonly userPrompt: string | null;
      readonly sessionId: string | null;
      readonly extra: Extra;
    };

export type EventName = HookInput['event'];

/** The input of one event. */
export type InputOf<Name extends EventName> = Extract<HookInput, { readonly event: Name }>;

/** A valid payload of an event that is not known yet. */
export interface UnknownEvent {
  readonly event: 'unknown';
}

/** Spellings of each field; where several are there the first one counts. */
const SPELLINGS = {
  hook_event_name: ['hook_event_name', 'hookEventName'],
  tool_name: ['tool_name', 'toolName'],
  tool_input: ['tool_input', 'toolInput', 'toolArgs'],
  tool_result: ['tool_result', 'toolResult', 'tool_response', 'toolResponse'],
  session_id: ['session_id', 'sessionId'],
  stop_hook_active: ['stop_hook_active', 'stopHookActive'],
  transcript_path: ['transcript_path', 'transcriptPath'],
  user_prompt: ['user_prompt', 'userPrompt'],
  cwd: ['cwd'],
} as const;

type Field = keyof typeof SPELLINGS;

/** Event names with everything but letters and digits dropped, in lower case. */
const EVENTS: Readonly<Record<string, EventName>> = {
  pretooluse: 'PreToolUse',
  posttooluse: 'PostToolUse',
  stop: 'Stop',
  sessionstart: 'SessionStart',
  sessionstop: 'SessionStop',
  sessionend: 'SessionStop',
  userpromptsubmit: 'UserPromptSubmit',
  precompact: 'PreCompact',
};

/** Throws a HookError where the payload is invalid. `own` fills in for a payload that names no event. */
export function parsePayload(stdin: string | Uint8Array, own: EventName): HookInput | UnknownEvent {
  const payload = readObject(textOf(stdin));
  const name = field(payload, 'hook_event_name') ?? own;
  if (typeof name !== 'string') throw new HookError('the event name is not a string');
  const known = name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
  const event = Object.hasOwn(EVENTS, known) ? EVENTS[known] : undefined;
  return event === undefined ? { event: 'unknown' } : inputOf(event, payload);
}

function textOf(stdin: string | Uint8Array): string {
  if (typeof stdin === 'string') return stdin;
  if (!isUtf8(stdin)) throw new HookError('the input is not UTF-8');
  return Buffer.from(stdin.buffer, stdin.byteOffset, stdin.byteLength).toString('utf8');
}

function readObject(text: string): Extra {
  const value = parseJson(text, 'the input is not one JSON document');
  if (!isRecord(value)) throw new HookError('the input is not a JSON object');
  return value;
}

/** The parser's own words quote the text, so they are not passed on. */
function parseJson(text: string, problem: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HookError(problem);
  }
}

function inputOf(event: EventName, payload: Extra): HookInput {
  const sessionId = idOf(optionalText(payload, 'session_id'));
  switch (event) {
    case 'PreToolUse':
      return { event, ...toolCall(payload), sessionId };
    case 'PostToolUse':
      return { event, ...toolCall(payload), toolResult: field(payload, 'tool_result'), sessionId };
    case 'Stop': {
      const stopHookActive = field(payload, 'stop_hook_active') ?? null;
      if (stopHookActive !== null && typeof stopHookActive !== 'boolean')
        throw new HookError('stop_hook_active is not a boolean');
      return { event, stopHookActive, transcriptPath: optionalText(payload, 'transcript_path'), sessionId };
    }
    case 'SessionStart':
      return { event, cwd: optionalText(payload, 'cwd'), sessionId, extra: extraOf(payload) };
    case 'SessionStop':
    case 'PreCompact': {
      const transcriptPath = optionalText(payload, 'transcript_path');
      return { event, transcriptPath, sessionId, extra: extraOf(payload) };
    }
    case 'UserPromptSubmit': {
      const userPrompt = optionalText(payload, 'user_prompt');
      return { event, userPrompt, sessionId, extra: extraOf(payload) };
    }
  }
}

function toolCall(payload: Extra): { readonly toolName: string; readonly toolInput: unknown } {
  const toolName = field(payload, 'tool_name');
  if (typeof toolName !== 'string') throw new HookError('tool_name is missing or not a string');
  const given = field(payload, 'tool_input');
  if (given === undefined) throw new HookError('tool_input is missing');
  const toolInput =
    typeof given === 'string' ? parseJson(given, 'tool_input is a string that is not JSON') : given;
  return { toolName, toolInput };
}

/** `undefined`: the field is not there under any spelling. */
function field(payload: Extra, name: Field): unknown {
  const spelling = SPELLINGS[name].find((each) => Object.hasOwn(payload, each));
  return spelling === undefined ? undefined : payload[spelling];
}

function optionalText(payload: Extra, name: Field): string | null {
  const value = field(payload, name) ?? null;
  if (value !== null && typeof value !== 'string') throw new HookError(`${name} is not a string`);
  return value;
}

const idOf = (id: string | null): string | null => (id === null || isBlank(id) ? null : id);

const ALL_SPELLINGS: ReadonlySet<string> = new Set(Object.values(SPELLINGS).flat());

/** What the payload holds beside the fields of the contract. */
const extraOf = (payload: Extra): Extra =>
  Object.fromEntries(Object.entries(payload).filter(([key]) => !ALL_SPELLINGS.has(key)));
