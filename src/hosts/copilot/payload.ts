// A payload of Copilot as one of Claude Code, whichever of its two families it is of.

import { isRecord, readExactly } from '../../text/index.js';
import type { AgentRead, Fields, Payload } from '../agents/agent.js';
import { readAsClaude, renamed } from '../agents/answering.js';
import { patchField } from '../agents/patch.js';
import { knownResponse } from '../agents/response.js';
import type { AgentTool } from '../agents/tools.js';
import { COPILOT } from './facts.js';

/** Fields of the family in camelCase, and those that are unlike Claude Code's in the other one. */
const NAMES: Readonly<Record<string, string>> = {
  sessionId: 'session_id',
  transcriptPath: 'transcript_path',
  initialPrompt: 'initial_prompt',
  toolName: 'tool_name',
  toolArgs: 'tool_input',
  toolInput: 'tool_input',
  toolResult: 'tool_response',
  tool_result: 'tool_response',
  permissionSuggestions: 'permission_suggestions',
  stopReason: 'stop_reason',
  customInstructions: 'custom_instructions',
  agentId: 'agent_id',
  agentType: 'agent_type',
  agentName: 'agent_name',
  parentAgentId: 'parent_agent_id',
  agentDisplayName: 'agent_display_name',
  agentDescription: 'agent_description',
  response: 'last_assistant_message',
};

/** An event of the family in camelCase does not say its name, but no other one has all of these. The first that fits counts. */
const SIGNS: readonly (readonly [string, readonly string[]])[] = [
  ['userPromptTransformed', ['transformedPrompt']],
  ['postToolUse', ['toolName', 'toolResult']],
  ['postToolUseFailure', ['toolName', 'error']],
  ['preToolUse', ['toolName', 'toolArgs']],
  ['permissionRequest', ['toolName', 'toolInput']],
  ['errorOccurred', ['error', 'errorContext']],
  ['subagentStop', ['agentName', 'stopReason']],
  ['subagentStart', ['agentName']],
  ['agentStop', ['stopReason']],
  ['preCompact', ['trigger']],
  ['userPromptSubmitted', ['prompt']],
  ['sessionStart', ['source']],
  ['sessionEnd', ['reason']],
];

/** Values that matchers of hooks know under other names; what was sent stands beside them. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  source: { new: 'startup' },
  reason: {
    complete: 'other',
    error: 'other',
    abort: 'other',
    timeout: 'other',
    user_exit: 'prompt_input_exit',
  },
};

export function read(payload: Payload): AgentRead {
  const name = eventName(payload);
  if (name === null) return { kind: 'refused', event: null, why: NAMELESS };
  const row = COPILOT.events.find(({ theirs, also }) => theirs === name || also === name);
  const fields: Fields = { ...claudeFields(payload), hook_event_name: row?.theirs ?? name };
  // An agent that another one started ends twice there, and SubagentStop says more.
  if (row?.ours === 'Stop' && typeof fields['parent_agent_id'] === 'string') return { kind: 'nothing' };
  const [tools, ...others] = tablesFor(fields);
  const found = readAsClaude({ ...COPILOT, tools }, payload, fields);
  if (found.kind !== 'event') return found;
  const more = others.flatMap((table) => {
    const other = readAsClaude({ ...COPILOT, tools: table }, payload, fields);
    return other.kind === 'event' ? other.inputs : [];
  });
  const [first, ...rest] = found.inputs;
  return { ...found, inputs: [withResponse(first), ...[...rest, ...more].map(withResponse)] };
}

const NAMELESS =
  'the payload does not say which event it is; name it in the command: `amplifier-hooks dispatch --host copilot --event preToolUse`';

function eventName({ fields, event }: Payload): string | null {
  const own = fields['hook_event_name'] ?? fields['hookName'] ?? event;
  if (typeof own === 'string') return own;
  const [name] = SIGNS.find(([, signs]) => signs.every((sign) => Object.hasOwn(fields, sign))) ?? [];
  return name ?? null;
}

/** The fields of a payload under the names and in the kinds that Claude Code has. */
export function claudeFields({ fields }: Payload): Fields {
  const named = renamed(fields, NAMES);
  const { timestamp, tool_input: input, agent_type: type, agent_name: agent } = named;
  return {
    ...named,
    ...Object.fromEntries(Object.keys(VALUES).flatMap((name) => translated(name, named[name]))),
    ...(typeof timestamp === 'number' ? { timestamp: moment(timestamp) } : {}),
    ...(typeof input === 'string' ? { tool_input: argumentsIn(input) } : {}),
    ...(type === undefined && typeof agent === 'string' ? { agent_type: agent } : {}),
  };
}

function translated(name: string, value: unknown): readonly (readonly [string, unknown])[] {
  const values = VALUES[name] ?? {};
  const ours = typeof value === 'string' && Object.hasOwn(values, value) ? values[value] : undefined;
  return ours === undefined ? [] : [[name, ours] as const, [`native_${name}`, value] as const];
}

const moment = (ms: number): string => {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString();
};

/** Arguments may come as the text that the model wrote: JSON, or of a tool that takes no JSON the bare text. */
function argumentsIn(text: string): unknown {
  try {
    const value = readExactly(text);
    if (isRecord(value)) return value;
  } catch {
    // Then it is a bare text.
  }
  return patchField({ text }) === null ? text : { [BARE]: text };
}

const BARE = 'patch';

/**
 * How a call is to be read. In the family with Claude Code's names a patch is an `Edit` as well, and only its input tells: where
 * it may be either, hooks are asked about both.
 */
export function tablesFor({
  tool_name: name,
  tool_input: input,
}: Fields): readonly [readonly AgentTool[], ...(readonly AgentTool[])[]] {
  if (!isRecord(input) || (name !== 'Edit' && name !== 'apply_patch')) return [COPILOT.tools];
  const { old_str: _, new_str: __, file_text: ___, ...others } = input;
  const field = patchField(others);
  if (field === null) return [COPILOT.tools];
  const patch: readonly AgentTool[] = [{ native: name, name: 'Edit', patch: field }];
  return name === 'Edit' && typeof input['path'] === 'string' ? [patch, COPILOT.tools] : [patch];
}

function withResponse(input: Fields): Fields {
  const { tool_response: told, tool_name: tool } = input;
  if (typeof told === 'string') return { ...input, tool_response: knownResponse(tool, told) };
  if (!isRecord(told)) return input;
  const { resultType, textResultForLlm, result_type = resultType, text_result_for_llm, ...others } = told;
  const text = text_result_for_llm ?? textResultForLlm;
  if (typeof text !== 'string') return input;
  const known = tool === 'Bash' ? knownResponse(tool, text) : { text_result_for_llm: text };
  return { ...input, tool_response: { ...(isRecord(known) ? known : {}), result_type, ...others } };
}
