// The event table: all that is known about each event, one row an event, everything else derives from it.
import type { EventRow, HandlerType, HostSupport, InputField } from './row.js';

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

/** Which events of a host fire it, and how decisions take effect there. */
const inHost =
  (level: HostSupport['level']) =>
  <const From extends readonly string[]>(
    from: From,
    note: string,
    more: Partial<Pick<HostSupport, 'beside' | 'sessions'>> = {},
  ): HostSupport & { readonly from: From } => ({ level, note, from, beside: [], sessions: 'all', ...more });
const supported = inHost('supported');
const degraded = inHost('degraded');
const impossible = (note: string) => inHost('impossible')([], note);

/** What most events have in common; a row states only where it differs. */
const ORDINARY = {
  aliases: [],
  matcher: null,
  matcherValues: [],
  matcherAlphabet: 'wide',
  matcherPart: 'whole',
  tool: false,
  fields: {},
  fieldAliases: {},
  moment: null,
  stops: null,
  inAgent: null,
  skill: null,
  permission: false,
  exit2: 'nothing',
  exit2Alone: false,
  jsonBlock: 'nothing',
  stockReason: 'No stderr output',
  anyFailureBlocks: false,
  stdout: 'log',
  systemMessage: 'user',
  context: 'model',
  verdict: 'nothing',
  continueFalse: false,
  specific: null,
  onFailure: true,
  envFile: false,
  handlers: NO_MODEL,
  timeout: 600,
  timeoutVariable: null,
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
  stop_hook_overridden: number,
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

/** Each is made when it is asked for: a process that answers one event needs one. */
const ROWS = {
  PreToolUse: () => ({
    ...ORDINARY,
    ...TOOL,
    fires: 'before a tool runs, before any permission check',
    fields: toolFields,
    permission: true,
    exit2: 'deny',
    jsonBlock: 'deny',
    verdict: 'block-and-end',
    continueFalse: true,
    specific: {
      permissionDecision: oneOf('allow', 'deny', 'ask', 'defer'),
      permissionDecisionReason: string,
      updatedInput: object,
      additionalContext: string,
    },
    amplifier: degraded(
      ['tool:pre'],
      'A deny is a deny; `ask` becomes a question to the user; context becomes part of the result of the tool, or of the reason of a deny. A rewritten input is what the tool runs with; where a tool cannot be wrapped the call is refused, and the agent told to repeat it with exactly that input. `allow` cannot skip an approval module that asks by itself, and the user is told so. `continue: false` denies the call and ends the turn before the next model call.',
    ),
  }),
  PermissionRequest: () => ({
    ...ORDINARY,
    ...TOOL,
    fires: 'when a permission dialog is about to be shown',
    fields: { ...toolFields, permission_suggestions: array },
    permission: true,
    systemMessage: 'log',
    specific: { decision: required(object) },
    amplifier: degraded(
      ['approval:required', 'tool:pre', 'tool:ask_user'],
      'Asked before a question that a PreToolUse hook (`ask`) would put to the user, and decides it there. Where another module asks (`approval:required`) hooks only watch; a deny that cannot be delivered is shown.',
    ),
  }),
  PermissionDenied: () => ({
    ...ORDINARY,
    ...TOOL,
    fires: 'after an automatic judge refused a tool call',
    fields: { ...toolFields, reason: string },
    specific: { retry: boolean },
    amplifier: impossible('Amplifier has no automatic judge of tool calls whose refusals could be retried.'),
  }),
  PostToolUse: () => ({
    ...ORDINARY,
    ...TOOL,
    fires: 'after a tool succeeded',
    fields: { ...toolFields, tool_response: anything, duration_ms: number },
    skill: 'call',
    exit2: 'feedback',
    jsonBlock: 'feedback',
    verdict: 'end-or-block',
    continueFalse: true,
    specific: {
      additionalContext: string,
      classifierContext: string,
      updatedToolOutput: anything,
      updatedMCPToolOutput: anything,
    },
    amplifier: supported(
      ['tool:post'],
      'Feedback and context become part of the tool result, and stay as long as it does; `updatedToolOutput` replaces the result; `continue: false` ends the turn before the next model call.',
    ),
  }),
  PostToolUseFailure: () => ({
    ...ORDINARY,
    ...TOOL,
    fires: 'after a tool started and failed',
    fields: { ...toolFields, error: string, is_interrupt: boolean, duration_ms: number },
    exit2: 'feedback',
    jsonBlock: 'feedback',
    verdict: 'block',
    specific: contextOnly,
    amplifier: supported(
      ['tool:error', 'tool:post', 'error:tool'],
      'From `tool:post` with `success: false`, and from `tool:error`; one failure is told once. Texts become part of the tool result, or are added to the conversation before the next model call.',
      { beside: ['tool:pre'] },
    ),
  }),
  PostToolBatch: () => ({
    ...ORDINARY,
    fires: 'once after all calls of a batch, before the next model request',
    fields: { tool_calls: array },
    exit2: 'block',
    jsonBlock: 'block',
    verdict: 'end',
    continueFalse: true,
    specific: contextOnly,
    handlers: ALL,
    amplifier: supported(
      ['provider:request'],
      'Made from the tool calls since the last model call, at the next one. A block ends the turn; context is added to the conversation. Not under a loop that does not say when it calls the model (loop-events); that is told once.',
      { beside: ['tool:pre', 'tool:post', 'tool:error', 'orchestrator:complete'] },
    ),
  }),
  UserPromptSubmit: () => ({
    ...ORDINARY,
    fires: 'when a prompt is submitted, before it is processed',
    fields: { prompt: string, source: string, session_title: string },
    fieldAliases: { user_prompt: 'prompt' },
    moment: 'turn-begins',
    exit2: 'block',
    jsonBlock: 'block',
    verdict: 'end',
    stdout: 'context',
    continueFalse: true,
    specific: { additionalContext: string, sessionTitle: string, suppressOriginalPrompt: boolean },
    handlers: ALL,
    timeout: 30,
    amplifier: supported(
      ['prompt:submit'],
      'Only in the session of a person. A block denies the prompt; context is added to the conversation.',
      { sessions: 'person' },
    ),
  }),
  UserPromptExpansion: () => ({
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
    skill: 'command',
    exit2: 'block',
    jsonBlock: 'block',
    verdict: 'end',
    stdout: 'context',
    continueFalse: true,
    specific: { additionalContext: string, suppressOriginalPrompt: boolean },
    handlers: ALL,
    amplifier: impossible(
      'Amplifier does not say that a command was expanded; hooks see the prompt at UserPromptSubmit.',
    ),
  }),
  SessionStart: () => ({
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
    fieldAliases: { trigger: 'source' },
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
    amplifier: degraded(
      ['session:start', 'session:resume', 'context:compaction'],
      'Sources `startup`, `resume` and `compact`, in the session of a person. Context waits for the next prompt, because the result of the event is dropped. Clearing the conversation emits nothing.',
      { sessions: 'person' },
    ),
  }),
  Setup: () => ({
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
    amplifier: impossible('Amplifier has no set-up run.'),
  }),
  InstructionsLoaded: () => ({
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
    amplifier: impossible('Amplifier does not say which instruction files it loads.'),
  }),
  Stop: () => ({
    ...ORDINARY,
    fires: 'when the main agent is about to stop',
    fields: stopFields,
    stops: 'agent',
    inAgent: 'SubagentStop',
    exit2: 'goOn',
    jsonBlock: 'goOn',
    verdict: 'block',
    context: 'goOn',
    continueFalse: true,
    specific: contextOnly,
    onFailure: false,
    handlers: ALL,
    amplifier: degraded(
      ['orchestrator:complete', 'content_block:end', 'orchestrator:stop'],
      'Under an orchestrator that can be steered (loop-streaming): at the end of the last response, and a block makes the agent go on with the reason. Under others at the end of the turn, where a block comes too late and is shown as a warning.',
      { sessions: 'person', beside: ['tool:pre'] },
    ),
  }),
  SubagentStop: () => ({
    ...ORDINARY,
    fires: 'when a subagent is about to stop',
    matcher: 'agent_type',
    fields: { ...stopFields, agent_transcript_path: string },
    stops: 'subagent',
    exit2: 'goOn',
    jsonBlock: 'goOn',
    verdict: 'block',
    systemMessage: 'log',
    context: 'goOn',
    continueFalse: true,
    specific: contextOnly,
    onFailure: false,
    handlers: ALL,
    amplifier: degraded(
      [
        'content_block:end',
        'orchestrator:complete',
        'orchestrator:stop',
        'delegate:agent_completed',
        'task:agent_completed',
        'task:post',
      ],
      'In the session of the agent, like Stop; for an agent whose session does not report its end, when its parent does, and then a block is shown as a warning.',
      { beside: ['tool:pre'] },
    ),
  }),
  SubagentStart: () => ({
    ...ORDINARY,
    fires: 'when a subagent was started',
    matcher: 'agent_type',
    systemMessage: 'log',
    specific: contextOnly,
    amplifier: supported(
      ['delegate:agent_spawned', 'task:agent_spawned', 'session:fork'],
      'Once an agent. Context waits for the first prompt of the agent’s own session.',
    ),
  }),
  StopFailure: () => ({
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
    amplifier: supported(
      ['provider:error', 'orchestrator:complete', 'orchestrator:stop', 'error:provider'],
      'Once a turn. Nothing to decide.',
    ),
  }),
  Notification: () => ({
    ...ORDINARY,
    fires: 'when the host notifies the user',
    matcher: 'notification_type',
    fields: { message: string, title: string, notification_type: string },
    systemMessage: 'log',
    specific: contextOnly,
    context: 'log',
    amplifier: supported(
      ['user:notification', 'approval:required', 'orchestrator:complete'],
      'What the host notifies of; `permission_prompt` when the user is asked, `idle_prompt` 60 seconds after a turn. Nothing to decide.',
    ),
  }),
  TeammateIdle: () => ({
    ...ORDINARY,
    fires: 'when a teammate of an agent team is about to go idle',
    fields: { teammate_name: string, team_name: string },
    exit2: 'goOn',
    jsonBlock: 'goOn',
    verdict: 'end-or-block',
    continueFalse: true,
    onFailure: false,
    handlers: ALL,
    amplifier: impossible('Amplifier has no teams of agents.'),
  }),
  TaskCreated: () => ({
    ...ORDINARY,
    fires: 'when a task is being created',
    fields: taskFields,
    exit2: 'block',
    jsonBlock: 'block',
    verdict: 'block',
    handlers: ALL,
    amplifier: impossible(
      'Amplifier has no tasks; its list of things to do is a tool, which PreToolUse sees as TodoWrite.',
    ),
  }),
  TaskCompleted: () => ({
    ...ORDINARY,
    fires: 'when a task is being marked as completed',
    fields: taskFields,
    exit2: 'block',
    jsonBlock: 'block',
    verdict: 'block',
    continueFalse: true,
    onFailure: false,
    handlers: ALL,
    amplifier: impossible(
      'Amplifier has no tasks; its list of things to do is a tool, which PreToolUse sees as TodoWrite.',
    ),
  }),
  ConfigChange: () => ({
    ...ORDINARY,
    fires: 'when a settings or skill file changed on disk',
    matcher: 'source',
    matcherValues: ['user_settings', 'project_settings', 'local_settings', 'policy_settings', 'skills'],
    fields: { source: string, file_path: string },
    exit2: 'block',
    jsonBlock: 'block',
    systemMessage: 'log',
    amplifier: impossible('Amplifier does not say that a settings file changed.'),
  }),
  CwdChanged: () => ({
    ...ORDINARY,
    fires: 'when the working directory of the session changed',
    fields: { old_cwd: string, new_cwd: string },
    specific: { watchPaths: strings },
    envFile: true,
    amplifier: impossible('The working directory of an Amplifier session does not change.'),
  }),
  FileChanged: () => ({
    ...ORDINARY,
    fires: 'when a watched file changed on disk',
    matcher: 'file_path',
    matcherAlphabet: 'narrow',
    matcherPart: 'basename',
    fields: { file_path: string, event: string },
    specific: { watchPaths: strings },
    envFile: true,
    amplifier: impossible('Amplifier does not watch files.'),
  }),
  DirectoryAdded: () => ({
    ...ORDINARY,
    fires: 'when a directory was added to the session',
    matcher: 'source',
    matcherValues: ['slash_command', 'register_repo_root'],
    fields: { directory: string, source: string },
    systemMessage: 'model',
    amplifier: impossible('Amplifier does not say that a directory was allowed.'),
  }),
  WorktreeCreate: () => ({
    ...ORDINARY,
    fires: 'when a work tree is needed; the hook makes it and prints its path',
    fields: { name: string },
    exit2: 'block',
    anyFailureBlocks: true,
    stdout: 'path',
    systemMessage: 'log',
    specific: { worktreePath: required(string) },
    amplifier: impossible('Amplifier makes no work trees.'),
  }),
  WorktreeRemove: () => ({
    ...ORDINARY,
    fires: 'when a work tree is removed',
    fields: { worktree_path: string },
    systemMessage: 'log',
    amplifier: impossible('Amplifier makes no work trees.'),
  }),
  PreCompact: () => ({
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
    amplifier: degraded(
      ['context:pre_compact', 'context:pre-compact'],
      'Only where somebody says it before the context is compacted: loop-events does, the other loops and the published context modules do not. A block or instructions cannot be delivered and are shown as a warning.',
    ),
  }),
  PostCompact: () => ({
    ...ORDINARY,
    fires: 'after the conversation was compacted',
    matcher: 'trigger',
    matcherValues: ['manual', 'auto'],
    fields: { trigger: string, compact_summary: string },
    stdout: 'user',
    systemMessage: 'log',
    amplifier: supported(
      ['context:compaction', 'context:post_compact'],
      'Trigger `auto`, once a turn, because a context that stays too large is compacted anew for every model call. There is no summary to tell. Nothing to decide.',
    ),
  }),
  PreModelSwitch: () => ({
    ...ORDINARY,
    fires: 'when a switch of the model is requested',
    matcher: 'to_model',
    fields: modelSwitchFields,
    permission: true,
    exit2: 'deny',
    jsonBlock: 'deny',
    specific: {
      permissionDecision: oneOf('allow', 'deny', 'ask'),
      permissionDecisionReason: string,
    },
    timeout: 30,
    amplifier: impossible('Amplifier does not say that the model changes.'),
  }),
  PostModelSwitch: () => ({
    ...ORDINARY,
    fires: 'after the model of the session changed',
    matcher: 'to_model',
    fields: modelSwitchFields,
    stdout: 'context',
    specific: contextOnly,
    timeout: 30,
    amplifier: impossible('Amplifier does not say that the model changes.'),
  }),
  SessionEnd: () => ({
    ...ORDINARY,
    fires: 'when the session ends',
    aliases: ['SessionStop'],
    matcher: 'reason',
    matcherValues: ['clear', 'resume', 'logout', 'prompt_input_exit', 'other'],
    fields: { reason: string },
    moment: 'session-ends',
    systemMessage: 'log',
    timeout: 1.5,
    timeoutVariable: 'CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS',
    amplifier: supported(['session:end'], 'Only in the session of a person. Nothing to decide.', {
      sessions: 'person',
    }),
  }),
  Elicitation: () => ({
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
    exit2Alone: true,
    systemMessage: 'log',
    specific: elicitationAnswer,
    amplifier: impossible('Amplifier’s MCP tools do not pass on questions of servers.'),
  }),
  ElicitationResult: () => ({
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
    exit2Alone: true,
    systemMessage: 'log',
    specific: elicitationAnswer,
    amplifier: impossible('Amplifier’s MCP tools do not pass on questions of servers.'),
  }),
  MessageDisplay: () => ({
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
    amplifier: impossible('What is displayed cannot be changed by a handler.'),
  }),
} as const satisfies Record<string, () => Omit<EventRow, 'name'>>;

/** The name of one of the 33 events. */
export type EventName = keyof typeof ROWS;

/** An event of Amplifier that fires one of these. */
export type AmplifierEvent = ReturnType<(typeof ROWS)[EventName]>['amplifier']['from'][number];

/** An event row whose name is one of the known events. */
export type KnownEventRow = EventRow & { readonly name: EventName };

/** Whether it is the name of an event, and no other one for it; makes no row. */
export const isEventName = (name: string): name is EventName => Object.hasOwn(ROWS, name);

/** All event names, in the order of the table. */
export const EVENT_NAMES: readonly EventName[] = Object.keys(ROWS).filter(isEventName);

const rows = new Map<EventName, KnownEventRow>();
let aliases: ReadonlyMap<string, EventName> | null = null;

/** The row of an event. */
export function eventRow(name: EventName): KnownEventRow {
  const known = rows.get(name);
  if (known !== undefined) return known;
  if (!isEventName(name)) throw new Error(`the event table has no row "${String(name)}"`);
  const row: KnownEventRow = Object.freeze({ name, ...ROWS[name]() });
  rows.set(name, row);
  return row;
}

/** Whether its hooks decide by a `decision` object in `hookSpecificOutput`, and not by the plain `decision`. */
export const hasOwnDecision = ({ specific }: EventRow): boolean =>
  specific !== null && 'decision' in specific;

/** The row of an event by whatever name it was sent or configured under; exact case. */
export function findEventRow(name: string): KnownEventRow | undefined {
  if (isEventName(name)) return eventRow(name);
  aliases ??= new Map(
    EVENT_NAMES.flatMap((event) =>
      eventRow(event).aliases.map((alias): [string, EventName] => [alias, event]),
    ),
  );
  const meant = aliases.get(name);
  return meant === undefined ? undefined : eventRow(meant);
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
