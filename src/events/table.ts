// The event table: all that is known about each event, one row an event, everything else derives from it.
import type { EventRow, HandlerType, InputField } from './row.js';

const ALL: readonly HandlerType[] = ['command', 'http', 'mcp_tool', 'prompt', 'agent'];
const NO_MODEL: readonly HandlerType[] = ['command', 'http', 'mcp_tool'];
const LOCAL: readonly HandlerType[] = ['command', 'mcp_tool'];

const string: InputField = { kind: 'string' };
const boolean: InputField = { kind: 'boolean' };
const number: InputField = { kind: 'number' };
const object: InputField = { kind: 'object' };
const array: InputField = { kind: 'array' };
const strings: InputField = { kind: 'strings' };
const anything: InputField = { kind: 'any' };
const oneOf = (...values: string[]): InputField => ({ kind: values });
const required = (field: InputField): InputField => ({ ...field, required: true });

/** What most events have in common; a row states only where it differs. */
const ORDINARY = {
  aliases: [],
  matcher: null,
  matcherValues: [],
  matcherAlphabet: 'wide',
  tool: false,
  fields: {},
  exit2: 'nothing',
  jsonBlock: 'nothing',
  stockReason: 'No stderr output',
  anyFailureBlocks: false,
  stdout: 'log',
  systemMessage: 'user',
  context: 'model',
  continueFalse: false,
  specific: null,
  onFailure: true,
  envFile: false,
  handlers: NO_MODEL,
  timeout: 600,
  amplifier: [],
} as const satisfies Partial<EventRow>;

const TOOL = {
  matcher: 'tool_name',
  tool: true,
  handlers: ALL,
} as const satisfies Partial<EventRow>;

const toolFields = {
  tool_name: required(string),
  tool_input: required(anything),
  tool_use_id: string,
  mcp_server: object,
};

const stopFields = {
  stop_hook_active: boolean,
  last_assistant_message: string,
  background_tasks: array,
  session_crons: array,
};

const modelSwitchFields = {
  from_model: string,
  to_model: string,
  requested_model: { kind: 'string|null' } as const,
  source: string,
  context_tokens: number,
  prompt_cache_warm: boolean,
  cache_ttl: string,
  estimated_cache_write_usd: number,
  pricing: string,
};

const taskFields = {
  task_id: string,
  task_subject: string,
  task_description: string,
  teammate_name: string,
  team_name: string,
};

const contextOnly = { additionalContext: string };
const elicitationAnswer = { action: oneOf('accept', 'decline', 'cancel'), content: object };

const ROWS = {
  PreToolUse: {
    ...ORDINARY,
    ...TOOL,
    fires: 'before a tool runs, before any permission check',
    fields: toolFields,
    exit2: 'deny',
    jsonBlock: 'deny',
    continueFalse: true,
    specific: {
      permissionDecision: oneOf('allow', 'deny', 'ask', 'defer'),
      permissionDecisionReason: string,
      updatedInput: object,
      additionalContext: string,
    },
    amplifier: ['tool:pre'],
  },
  PermissionRequest: {
    ...ORDINARY,
    ...TOOL,
    fires: 'when a permission dialog is about to be shown',
    fields: { ...toolFields, permission_suggestions: array },
    systemMessage: 'log',
    specific: { decision: required(object) },
    amplifier: ['tool:ask_user', 'approval:required'],
  },
  PermissionDenied: {
    ...ORDINARY,
    ...TOOL,
    fires: 'after an automatic judge refused a tool call',
    fields: { ...toolFields, reason: string },
    specific: { retry: boolean },
  },
  PostToolUse: {
    ...ORDINARY,
    ...TOOL,
    fires: 'after a tool succeeded',
    fields: { ...toolFields, tool_response: anything, duration_ms: number },
    exit2: 'feedback',
    jsonBlock: 'feedback',
    continueFalse: true,
    specific: {
      additionalContext: string,
      classifierContext: string,
      updatedToolOutput: anything,
      updatedMCPToolOutput: anything,
    },
    amplifier: ['tool:post'],
  },
  PostToolUseFailure: {
    ...ORDINARY,
    ...TOOL,
    fires: 'after a tool started and failed',
    fields: { ...toolFields, error: string, is_interrupt: boolean, duration_ms: number },
    exit2: 'feedback',
    jsonBlock: 'feedback',
    specific: contextOnly,
    amplifier: ['tool:error'],
  },
  PostToolBatch: {
    ...ORDINARY,
    fires: 'once after all calls of a batch, before the next model request',
    fields: { tool_calls: array },
    exit2: 'block',
    jsonBlock: 'block',
    continueFalse: true,
    specific: contextOnly,
    handlers: ALL,
  },
  UserPromptSubmit: {
    ...ORDINARY,
    fires: 'when a prompt is submitted, before it is processed',
    fields: { prompt: string, source: string, session_title: string },
    exit2: 'block',
    jsonBlock: 'block',
    stdout: 'context',
    continueFalse: true,
    specific: { additionalContext: string, sessionTitle: string, suppressOriginalPrompt: boolean },
    handlers: ALL,
    timeout: 30,
    amplifier: ['prompt:submit'],
  },
  UserPromptExpansion: {
    ...ORDINARY,
    fires: 'when a command the user typed expands into a prompt',
    matcher: 'command_name',
    fields: {
      expansion_type: string,
      command_name: string,
      command_args: string,
      command_source: string,
      prompt: string,
    },
    exit2: 'block',
    jsonBlock: 'block',
    stdout: 'context',
    continueFalse: true,
    specific: { additionalContext: string, suppressOriginalPrompt: boolean },
    handlers: ALL,
  },
  SessionStart: {
    ...ORDINARY,
    fires: 'when a session starts, resumes, is cleared or compacted',
    matcher: 'source',
    matcherValues: ['startup', 'resume', 'clear', 'compact', 'fork'],
    fields: {
      source: string,
      model: string,
      session_title: string,
      seconds_since_last_response: number,
      context_tokens: number,
      prompt_cache_likely_expired: boolean,
      estimated_cache_write_usd: number,
    },
    stdout: 'context',
    systemMessage: 'log',
    specific: {
      additionalContext: string,
      initialUserMessage: string,
      sessionTitle: string,
      watchPaths: strings,
      reloadSkills: boolean,
    },
    envFile: true,
    handlers: LOCAL,
    amplifier: ['session:start', 'session:resume'],
  },
  Setup: {
    ...ORDINARY,
    fires: 'on an explicit set-up or maintenance run, never on a normal start',
    matcher: 'trigger',
    matcherValues: ['init', 'maintenance'],
    fields: { trigger: string },
    systemMessage: 'log',
    context: 'log',
    specific: contextOnly,
    envFile: true,
    handlers: LOCAL,
  },
  InstructionsLoaded: {
    ...ORDINARY,
    fires: 'when an instruction file was loaded',
    matcher: 'load_reason',
    matcherValues: ['session_start', 'nested_traversal', 'path_glob_match', 'include', 'compact'],
    fields: {
      file_path: string,
      memory_type: string,
      load_reason: string,
      globs: array,
      trigger_file_path: string,
      parent_file_path: string,
    },
    systemMessage: 'log',
  },
  Stop: {
    ...ORDINARY,
    fires: 'when the main agent is about to stop',
    fields: stopFields,
    exit2: 'goOn',
    jsonBlock: 'goOn',
    context: 'goOn',
    continueFalse: true,
    specific: contextOnly,
    onFailure: false,
    handlers: ALL,
    amplifier: ['orchestrator:stop', 'orchestrator:complete'],
  },
  SubagentStop: {
    ...ORDINARY,
    fires: 'when a subagent is about to stop',
    matcher: 'agent_type',
    fields: { ...stopFields, agent_transcript_path: string },
    exit2: 'goOn',
    jsonBlock: 'goOn',
    systemMessage: 'log',
    context: 'goOn',
    continueFalse: true,
    specific: contextOnly,
    onFailure: false,
    handlers: ALL,
    amplifier: ['task:post', 'delegate:agent_completed', 'task:agent_completed'],
  },
  SubagentStart: {
    ...ORDINARY,
    fires: 'when a subagent was started',
    matcher: 'agent_type',
    systemMessage: 'log',
    specific: contextOnly,
    amplifier: ['delegate:agent_spawned', 'task:agent_spawned'],
  },
  StopFailure: {
    ...ORDINARY,
    fires: 'when a turn ended by an API error, instead of Stop',
    matcher: 'error',
    matcherValues: [
      'authentication_failed',
      'oauth_org_not_allowed',
      'account_on_hold',
      'verification_required',
      'billing_error',
      'rate_limit',
      'overloaded',
      'invalid_request',
      'model_not_found',
      'server_error',
      'unknown',
      'max_output_tokens',
      'cloud_credential_error',
    ],
    matcherAlphabet: 'narrow',
    fields: { error: string, error_details: string, last_assistant_message: string },
    systemMessage: 'log',
    amplifier: ['provider:error'],
  },
  Notification: {
    ...ORDINARY,
    fires: 'when the host notifies the user',
    matcher: 'notification_type',
    fields: { message: string, title: string, notification_type: string },
    systemMessage: 'log',
    specific: contextOnly,
    context: 'log',
    amplifier: ['user:notification'],
  },
  TeammateIdle: {
    ...ORDINARY,
    fires: 'when a teammate of an agent team is about to go idle',
    fields: { teammate_name: string, team_name: string },
    exit2: 'goOn',
    jsonBlock: 'goOn',
    continueFalse: true,
    onFailure: false,
    handlers: ALL,
  },
  TaskCreated: {
    ...ORDINARY,
    fires: 'when a task is being created',
    fields: taskFields,
    exit2: 'block',
    jsonBlock: 'block',
    handlers: ALL,
  },
  TaskCompleted: {
    ...ORDINARY,
    fires: 'when a task is being marked as completed',
    fields: taskFields,
    exit2: 'block',
    jsonBlock: 'block',
    continueFalse: true,
    onFailure: false,
    handlers: ALL,
  },
  ConfigChange: {
    ...ORDINARY,
    fires: 'when a settings or skill file changed on disk',
    matcher: 'source',
    matcherValues: ['user_settings', 'project_settings', 'local_settings', 'policy_settings', 'skills'],
    fields: { source: string, file_path: string },
    exit2: 'block',
    jsonBlock: 'block',
    systemMessage: 'log',
  },
  CwdChanged: {
    ...ORDINARY,
    fires: 'when the working directory of the session changed',
    fields: { old_cwd: string, new_cwd: string },
    specific: { watchPaths: strings },
    envFile: true,
  },
  FileChanged: {
    ...ORDINARY,
    fires: 'when a watched file changed on disk',
    matcher: 'file_path',
    matcherAlphabet: 'narrow',
    fields: { file_path: string, event: string },
    specific: { watchPaths: strings },
    envFile: true,
  },
  DirectoryAdded: {
    ...ORDINARY,
    fires: 'when a directory was added to the session',
    matcher: 'source',
    matcherValues: ['slash_command', 'register_repo_root'],
    fields: { directory: string, source: string },
    systemMessage: 'model',
  },
  WorktreeCreate: {
    ...ORDINARY,
    fires: 'when a work tree is needed; the hook makes it and prints its path',
    fields: { name: string },
    exit2: 'block',
    anyFailureBlocks: true,
    stdout: 'path',
    systemMessage: 'log',
    specific: { worktreePath: required(string) },
  },
  WorktreeRemove: {
    ...ORDINARY,
    fires: 'when a work tree is removed',
    fields: { worktree_path: string },
    systemMessage: 'log',
  },
  PreCompact: {
    ...ORDINARY,
    fires: 'before the conversation is compacted',
    matcher: 'trigger',
    matcherValues: ['manual', 'auto'],
    fields: { trigger: string, custom_instructions: { kind: 'string|null' } },
    exit2: 'block',
    jsonBlock: 'block',
    stockReason: '',
    stdout: 'instructions',
    systemMessage: 'log',
    amplifier: ['context:pre_compact'],
  },
  PostCompact: {
    ...ORDINARY,
    fires: 'after the conversation was compacted',
    matcher: 'trigger',
    matcherValues: ['manual', 'auto'],
    fields: { trigger: string, compact_summary: string },
    stdout: 'user',
    systemMessage: 'log',
    amplifier: ['context:compaction', 'context:post_compact'],
  },
  PreModelSwitch: {
    ...ORDINARY,
    fires: 'when a switch of the model is requested',
    matcher: 'to_model',
    fields: modelSwitchFields,
    exit2: 'deny',
    jsonBlock: 'deny',
    specific: {
      permissionDecision: oneOf('allow', 'deny', 'ask'),
      permissionDecisionReason: string,
    },
    timeout: 30,
  },
  PostModelSwitch: {
    ...ORDINARY,
    fires: 'after the model of the session changed',
    matcher: 'to_model',
    fields: modelSwitchFields,
    stdout: 'context',
    specific: contextOnly,
    timeout: 30,
  },
  SessionEnd: {
    ...ORDINARY,
    fires: 'when the session ends',
    aliases: ['SessionStop'],
    matcher: 'reason',
    matcherValues: ['clear', 'resume', 'logout', 'prompt_input_exit', 'other'],
    fields: { reason: string },
    systemMessage: 'log',
    timeout: 1.5,
    amplifier: ['session:end'],
  },
  Elicitation: {
    ...ORDINARY,
    fires: 'when an MCP server asks the user for input',
    matcher: 'mcp_server_name',
    fields: {
      mcp_server_name: string,
      message: string,
      mode: string,
      url: string,
      elicitation_id: string,
      requested_schema: object,
    },
    exit2: 'block',
    systemMessage: 'log',
    specific: elicitationAnswer,
  },
  ElicitationResult: {
    ...ORDINARY,
    fires: 'after the user answered an MCP server, before the answer is sent',
    matcher: 'mcp_server_name',
    fields: {
      mcp_server_name: string,
      mode: string,
      action: string,
      elicitation_id: string,
      content: object,
    },
    exit2: 'block',
    systemMessage: 'log',
    specific: elicitationAnswer,
  },
  MessageDisplay: {
    ...ORDINARY,
    fires: 'when text of the assistant is about to be displayed',
    fields: {
      turn_id: string,
      message_id: string,
      index: number,
      final: boolean,
      delta: string,
    },
    systemMessage: 'log',
    specific: { displayContent: string },
    timeout: 10,
  },
} as const satisfies Record<string, Omit<EventRow, 'name'>>;

/** The name of one of the 33 events. */
export type EventName = keyof typeof ROWS;

/** An event row whose name is one of the known events. */
export type KnownEventRow = EventRow & { readonly name: EventName };

const isEventName = (name: string): name is EventName => Object.hasOwn(ROWS, name);

/** All event names, in the order of the table. */
export const EVENT_NAMES: readonly EventName[] = Object.keys(ROWS).filter(isEventName);

const rows = new Map<string, KnownEventRow>(
  EVENT_NAMES.map((name): [string, KnownEventRow] => [name, Object.freeze({ name, ...ROWS[name] })]),
);
const aliases = new Map<string, EventName>(
  [...rows.values()].flatMap((row) => row.aliases.map((alias): [string, EventName] => [alias, row.name])),
);

/** The row of an event. */
export function eventRow(name: EventName): KnownEventRow {
  const row = rows.get(name);
  if (row === undefined) throw new Error(`the event table has no row "${name}"`);
  return row;
}

/** The row of an event by whatever name it was sent or configured under; exact case. */
export function findEventRow(name: string): KnownEventRow | undefined {
  return rows.get(aliases.get(name) ?? name);
}

/** Input fields that every event may carry. */
export const COMMON_FIELDS: Readonly<Record<string, InputField>> = {
  session_id: string,
  transcript_path: string,
  cwd: string,
  hook_event_name: required(string),
  prompt_id: string,
  permission_mode: string,
  agent_id: string,
  agent_type: string,
  effort: object,
  scratchpad_dir: string,
  timestamp: string,
};
