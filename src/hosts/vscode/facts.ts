// The agent of VS Code (its Local harness), as the documents describe its hooks. Nothing here was seen in VS Code itself.
import type { AgentFacts, Way } from '../agents/agent.js';

const NO_CONTEXT: Way = { kind: 'lost', why: 'VS Code takes no context here' };
const ENDS_THE_SESSION: Way = { kind: 'degraded', instead: 'VS Code ends the whole session of the agent' };
const NO_RESULT: Way = { kind: 'lost', why: 'VS Code gives the model the result of the tool as it is' };

const OF_A_FILE = { fields: { filePath: 'file_path' }, paths: ['filePath'] };
const OF_AN_EDIT = {
  fields: { ...OF_A_FILE.fields, oldString: 'old_string', newString: 'new_string' },
  paths: OF_A_FILE.paths,
};

export const VSCODE: AgentFacts = {
  name: 'vscode',
  title: 'VS Code',
  measured: null,
  events: [
    { theirs: 'SessionStart', ours: 'SessionStart', ways: {} },
    {
      theirs: 'UserPromptSubmit',
      ours: 'UserPromptSubmit',
      ways: { deny: ENDS_THE_SESSION, context: NO_CONTEXT, feedback: NO_CONTEXT },
    },
    { theirs: 'PreToolUse', ours: 'PreToolUse', ways: { stop: ENDS_THE_SESSION } },
    {
      theirs: 'PostToolUse',
      ours: 'PostToolUse',
      ways: { updatedOutput: NO_RESULT, stop: ENDS_THE_SESSION },
    },
    {
      theirs: 'PreCompact',
      ours: 'PreCompact',
      ways: {
        deny: { kind: 'lost', why: 'VS Code compacts whatever a hook says' },
        context: NO_CONTEXT,
        stop: ENDS_THE_SESSION,
      },
    },
    { theirs: 'SubagentStart', ours: 'SubagentStart', ways: {} },
    { theirs: 'SubagentStop', ours: 'SubagentStop', ways: {} },
    { theirs: 'Stop', ours: 'Stop', ways: {} },
  ],
  tools: [
    { native: 'run_in_terminal', name: 'Bash' },
    { native: 'runTerminalCommand', name: 'Bash' },
    { native: 'create_file', name: 'Write', ...OF_A_FILE },
    { native: 'createFile', name: 'Write', ...OF_A_FILE },
    { native: 'replace_string_in_file', name: 'Edit', ...OF_AN_EDIT },
    {
      native: 'multi_replace_string_in_file',
      name: 'Edit',
      ...OF_AN_EDIT,
      each: { field: 'replacements', as: 'filePath' },
    },
    { native: 'insert_edit_into_file', name: 'Edit', ...OF_A_FILE },
    { native: 'editFiles', name: 'Edit', ...OF_A_FILE, each: { field: 'files', as: 'filePath' } },
    {
      native: 'edit_notebook_file',
      name: 'NotebookEdit',
      fields: { filePath: 'notebook_path' },
      paths: ['filePath'],
    },
    { native: 'apply_patch', name: 'Edit', patch: 'input' },
    { native: 'read_file', name: 'Read', ...OF_A_FILE },
    { native: 'grep_search', name: 'Grep', fields: { query: 'pattern' } },
    { native: 'file_search', name: 'Glob', fields: { query: 'pattern' } },
    { native: 'fetch_webpage', name: 'WebFetch', each: { field: 'urls', as: 'url' } },
    { native: 'runSubagent', name: 'Agent', fields: { agentName: 'subagent_type' } },
    { native: 'manage_todo_list', name: 'TodoWrite' },
  ],
  projectVariable: null,
  stopRounds: null,
  limits: [
    'All of this is from the documents of VS Code; none of it was measured. Its hooks are a preview there.',
    'This is the Local harness of VS Code; its sessions of Copilot, Claude and Codex run the hooks of those agents.',
    'VS Code reads `.claude/settings.json` too, and ignores the matchers there.',
    'SessionEnd, Notification, PermissionRequest and PostToolUseFailure are never told.',
  ],
  settings: {
    user: '~/.copilot/hooks/amplifier-hooks.json',
    project: '.github/hooks/amplifier-hooks.json',
    moved: { variable: 'COPILOT_HOME', folder: '~/.copilot' },
    also: [
      '`.claude/settings.json`, `.claude/settings.local.json` and `~/.claude/settings.json`, without their matchers',
    ],
    claudeFiles: ['.claude/settings.json', '.claude/settings.local.json', '~/.claude/settings.json'],
    form: 'entries',
    entry: { fields: { type: 'command' }, timeout: 'timeoutSec' },
    keys: ['version'],
    timeout: { unit: 'seconds', standard: 30 },
    matcher: null,
    trust: { user: [], project: [] },
    off: [],
    programs: ['code'],
    shell: 'sh',
  },
};
