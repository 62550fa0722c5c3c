// Agents whose hooks we do not run. Their payloads are recognised, as far as documents tell, so that whoever connects one is
// told its name and not that some field is missing.
import { isRecord } from '../../text/index.js';
import type { Fields, Payload } from './agent.js';

/** An agent that is not supported. */
export interface Stranger {
  readonly name: string;
  readonly title: string;
}

interface Known extends Stranger {
  /** Whether a payload, or the environment it comes with, can only be this agent's. */
  recognise(fields: Fields, env: Payload['env']): boolean;
}

const has = (fields: Fields, ...names: readonly string[]): boolean =>
  names.every((name) => typeof fields[name] === 'string');

const isCallOf = (fields: Fields, ...tools: readonly string[]): boolean =>
  tools.some((tool) => fields['tool_name'] === tool);

/** It names the event in a field of its own, so Claude Code's, which all others have, is missing. */
const isNamedBy = (fields: Fields, field: string): boolean =>
  has(fields, field) && !('hook_event_name' in fields) && !('hookEventName' in fields);

const STRANGERS: readonly Known[] = [
  {
    name: 'windsurf',
    title: 'Windsurf',
    recognise: (fields) => has(fields, 'agent_action_name'),
  },
  {
    name: 'antigravity',
    title: 'Antigravity',
    recognise: (fields) =>
      has(fields, 'conversationId') &&
      ['toolCall', 'invocationNum', 'workspacePaths'].some((name) => name in fields),
  },
  {
    name: 'openhands',
    title: 'OpenHands',
    recognise: (fields) => isNamedBy(fields, 'event_type') && 'working_dir' in fields,
  },
  {
    name: 'goose',
    title: 'Goose',
    recognise: (fields) => isNamedBy(fields, 'event') && has(fields, 'working_dir'),
  },
  {
    name: 'crush',
    title: 'Crush',
    recognise: (fields, env) =>
      isNamedBy(fields, 'event') && (env['CRUSH'] === '1' || has(fields, 'tool_name', 'session_id', 'cwd')),
  },
  {
    name: 'grok',
    title: 'Grok Build',
    recognise: ({ hookEventName: event }) => typeof event === 'string' && /^[a-z]+(?:_[a-z]+)+$/.test(event),
  },
  {
    name: 'kiro',
    title: 'Kiro',
    recognise: (fields) => {
      const event = fields['hook_event_name'];
      const own = ['agentSpawn', 'userPromptSubmit', 'preToolUse', 'postToolUse', 'stop'];
      // Cursor spells some events in the same way.
      return own.some((name) => name === event)
        ? !('conversation_id' in fields)
        : isCallOf(fields, 'execute_bash', 'fs_read', 'fs_write');
    },
  },
  {
    name: 'kimi-cli',
    title: 'Kimi CLI',
    recognise: (fields) =>
      // Kimi Code says which client it is, and Qwen Code has Claude Code's name of the id beside this one.
      has(fields, 'tool_call_id') && !('client_type' in fields) && !('tool_use_id' in fields),
  },
  {
    name: 'devin',
    title: 'Devin CLI',
    recognise: (fields, env) =>
      isCallOf(fields, 'exec') && (env['DEVIN_PROJECT_DIR'] !== undefined || 'shell_id' in inputOf(fields)),
  },
];

const inputOf = ({ tool_input: input }: Fields): Fields => (isRecord(input) ? input : {});

/** The agent that sent a payload, where it is one that we know and do not support. */
export function strangerOf({ fields, env }: Payload): Stranger | null {
  const found = STRANGERS.find(({ recognise }) => recognise(fields, env));
  return found === undefined ? null : { name: found.name, title: found.title };
}

/** Their names, for whoever asks for one of them. */
export const STRANGER_NAMES: readonly string[] = STRANGERS.map(({ name }) => name);
