// Cursor, as its documents describe its hooks. Nothing here was seen in Cursor itself.
import type { AgentEvent, AgentFacts, Way } from '../agents/agent.js';

const UNHEARD: Way = { kind: 'lost', why: 'Cursor reads no answer to this event' };
const TOLD_ONLY: AgentEvent['ways'] = {
  deny: UNHEARD,
  context: UNHEARD,
  feedback: UNHEARD,
  stop: UNHEARD,
  continue: UNHEARD,
  updatedOutput: UNHEARD,
  systemMessage: UNHEARD,
};
const NO_MESSAGE: Way = { kind: 'lost', why: 'Cursor shows a message only beside a deny' };
const NO_CONTEXT: Way = { kind: 'lost', why: 'Cursor takes no context here' };
const NO_INPUT: Way = {
  kind: 'degraded',
  instead: 'the call is denied, because Cursor takes no other input here',
};

const GATE: AgentEvent['ways'] = {
  stop: { kind: 'degraded', instead: 'the call is denied, and the turn goes on' },
  context: NO_CONTEXT,
  systemMessage: NO_MESSAGE,
};
/** One that `preToolUse` tells too. */
const SPECIAL_GATE: AgentEvent['ways'] = { ...GATE, updatedInput: NO_INPUT };

const AFTER_A_TOOL: AgentEvent['ways'] = {
  stop: { kind: 'degraded', instead: 'the model is told so beside the result, and the turn goes on' },
  systemMessage: NO_MESSAGE,
  updatedOutput: { kind: 'lost', why: 'Cursor takes another result only for tools of MCP servers' },
};

const OF_A_FILE = {
  fields: { path: 'file_path', target_file: 'file_path' },
  paths: ['path', 'target_file', 'file_path'],
};

export const CURSOR: AgentFacts = {
  name: 'cursor',
  title: 'Cursor',
  measured: null,
  events: [
    { theirs: 'sessionStart', ours: 'SessionStart', ways: { systemMessage: NO_MESSAGE } },
    { theirs: 'sessionEnd', ours: 'SessionEnd', ways: TOLD_ONLY },
    {
      theirs: 'beforeSubmitPrompt',
      ours: 'UserPromptSubmit',
      ways: { context: NO_CONTEXT, systemMessage: NO_MESSAGE },
    },
    {
      theirs: 'preToolUse',
      ours: 'PreToolUse',
      ways: {
        ...GATE,
        ask: { kind: 'degraded', instead: 'the call is denied, because Cursor does not ask here' },
      },
    },
    { theirs: 'beforeShellExecution', ours: 'PreToolUse', ways: SPECIAL_GATE, toldBy: 'preToolUse' },
    { theirs: 'beforeMCPExecution', ours: 'PreToolUse', ways: SPECIAL_GATE, toldBy: 'preToolUse' },
    {
      theirs: 'beforeReadFile',
      ours: 'PreToolUse',
      ways: {
        ...SPECIAL_GATE,
        ask: { kind: 'degraded', instead: 'the file is not read, because Cursor does not ask here' },
      },
      toldBy: 'preToolUse',
    },
    { theirs: 'postToolUse', ours: 'PostToolUse', ways: AFTER_A_TOOL },
    { theirs: 'afterShellExecution', ours: 'PostToolUse', ways: TOLD_ONLY, toldBy: 'postToolUse' },
    { theirs: 'afterMCPExecution', ours: 'PostToolUse', ways: TOLD_ONLY, toldBy: 'postToolUse' },
    { theirs: 'afterFileEdit', ours: 'PostToolUse', ways: TOLD_ONLY, toldBy: 'postToolUse' },
    { theirs: 'postToolUseFailure', ours: 'PostToolUseFailure', ways: TOLD_ONLY },
    {
      theirs: 'subagentStart',
      ours: 'SubagentStart',
      ways: { context: NO_CONTEXT, systemMessage: NO_MESSAGE },
    },
    { theirs: 'subagentStop', ours: 'SubagentStop', ways: { systemMessage: NO_MESSAGE } },
    { theirs: 'preCompact', ours: 'PreCompact', ways: { ...TOLD_ONLY, systemMessage: { kind: 'works' } } },
    { theirs: 'stop', ours: 'Stop', ways: { systemMessage: NO_MESSAGE } },
    { theirs: 'afterAgentResponse', ours: null, ways: {} },
    { theirs: 'afterAgentThought', ours: null, ways: {} },
    { theirs: 'beforeTabFileRead', ours: null, ways: {} },
    { theirs: 'afterTabFileEdit', ours: null, ways: {} },
    { theirs: 'workspaceOpen', ours: null, ways: {} },
  ],
  tools: [
    { native: 'Shell', name: 'Bash' },
    { native: 'Read', name: 'Read', ...OF_A_FILE },
    {
      native: 'Write',
      name: 'Write',
      fields: { ...OF_A_FILE.fields, contents: 'content' },
      paths: OF_A_FILE.paths,
    },
    { native: 'StrReplace', name: 'Edit', ...OF_A_FILE },
    { native: 'Edit', name: 'Edit', ...OF_A_FILE },
    { native: 'Delete', name: 'Delete', ...OF_A_FILE },
    { native: 'ApplyPatch', name: 'Edit', patch: 'patch' },
    { native: 'Grep', name: 'Grep' },
    { native: 'Glob', name: 'Glob' },
    { native: 'Task', name: 'Agent' },
  ],
  mcp: 'Cursor tells a tool of an MCP server without the name of the server, so no matcher with that name selects it',
  projectVariable: 'CURSOR_PROJECT_DIR',
  stopRounds: 5,
  limits: [
    'All of this is from Cursor’s documents; none of it was measured.',
    'Cursor also runs the hooks of `.claude/settings.json` where its user switched that on: with both they would run twice.',
    'A tool of an MCP server is told without the name of its server, so matchers like `mcp__server__.*` do not select it.',
    'A hook of Cursor that fails lets the action happen, unless its entry says `failClosed`.',
  ],
  settings: {
    user: '~/.cursor/hooks.json',
    project: '.cursor/hooks.json',
    also: [
      '`.claude/settings.json`, `.claude/settings.local.json` and `~/.claude/settings.json`, where its user switched that on',
    ],
    claudeFiles: ['.claude/settings.json', '.claude/settings.local.json', '~/.claude/settings.json'],
    claudeFilesIf: 'where its user switched that on',
    form: 'entries',
    entry: { fields: {}, timeout: 'timeout', atGates: { failClosed: true } },
    keys: ['version'],
    timeout: { unit: 'seconds', standard: 60 },
    matcher: {
      reads: 'a regular expression, on the name of the tool or the command',
      anywhere: true,
      every: null,
    },
    trust: {
      user: [],
      project: ['Cursor runs hooks of a project only in a workspace that you trust: say yes where it asks.'],
    },
    off: [],
    programs: ['cursor-agent', 'cursor'],
    shell: 'sh',
  },
};
