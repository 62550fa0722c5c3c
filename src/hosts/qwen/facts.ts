// Qwen Code, as it was seen to behave.
import type { AgentEvent, AgentFacts, Way } from '../agents/agent.js';

const NOT_SEEN: Way = { kind: 'works', measured: false };
const NOT_SHOWN: Way = { kind: 'lost', why: 'Qwen Code was not seen to show it' };

/** An event that is only read of. */
const unseen = (name: NonNullable<AgentEvent['ours']>, ways: AgentEvent['ways'] = {}): AgentEvent => ({
  theirs: name,
  ours: name,
  ways,
  measured: false,
});

export const QWEN: AgentFacts = {
  name: 'qwen',
  title: 'Qwen Code',
  measured: '0.24.4',
  events: [
    { theirs: 'InstructionsLoaded', ours: 'InstructionsLoaded', ways: {} },
    { theirs: 'SessionStart', ours: 'SessionStart', ways: { systemMessage: NOT_SHOWN } },
    { theirs: 'Notification', ours: 'Notification', ways: {} },
    {
      theirs: 'UserPromptSubmit',
      ours: 'UserPromptSubmit',
      ways: {
        systemMessage: NOT_SEEN,
        deny: { kind: 'degraded', instead: 'the prompt is stopped, and `qwen -p` does not say why' },
        stop: { kind: 'degraded', instead: 'the prompt is stopped, and `qwen -p` does not say why' },
      },
    },
    {
      theirs: 'PreToolUse',
      ours: 'PreToolUse',
      ways: {
        systemMessage: NOT_SEEN,
        allow: NOT_SEEN,
        ask: {
          kind: 'degraded',
          instead: 'where nobody can be asked (`qwen -p`) the call does not run, and the model is told why',
        },
        updatedInput: {
          kind: 'degraded',
          instead: 'the call is denied, because Qwen Code would run it as it was',
        },
        context: { kind: 'lost', why: 'Qwen Code takes none before a tool' },
        stop: { kind: 'degraded', instead: 'the call is denied, and the run goes on' },
      },
    },
    {
      theirs: 'PostToolUse',
      ours: 'PostToolUse',
      ways: {
        systemMessage: NOT_SEEN,
        stop: { kind: 'degraded', instead: 'it replaces the result, and the run goes on' },
      },
    },
    {
      theirs: 'PostToolUseFailure',
      ours: 'PostToolUseFailure',
      ways: { context: NOT_SEEN, feedback: NOT_SEEN },
    },
    {
      theirs: 'PostToolBatch',
      ours: 'PostToolBatch',
      ways: { deny: NOT_SEEN, stop: NOT_SEEN, context: NOT_SEEN },
    },
    { theirs: 'Stop', ours: 'Stop', ways: { systemMessage: NOT_SEEN } },
    { theirs: 'MessageDisplay', ours: 'MessageDisplay', ways: {} },
    unseen('PermissionRequest', {
      deny: NOT_SEEN,
      allow: NOT_SEEN,
      updatedInput: {
        kind: 'degraded',
        instead: 'the user is asked as usual, because Qwen Code was not seen to take it',
        measured: false,
      },
      stop: { kind: 'degraded', instead: 'the call is denied, and the run goes on', measured: false },
    }),
    unseen('PermissionDenied'),
    unseen('UserPromptExpansion', { deny: NOT_SEEN, stop: NOT_SEEN, context: NOT_SEEN }),
    unseen('SubagentStart', { context: NOT_SEEN }),
    unseen('SubagentStop', { continue: NOT_SEEN }),
    unseen('StopFailure'),
    unseen('PreCompact', { deny: NOT_SEEN, context: NOT_SEEN }),
    unseen('PostCompact'),
    unseen('SessionEnd'),
    { theirs: 'SessionDelete', ours: null, ways: {}, measured: false },
    { theirs: 'TodoCreated', ours: null, ways: {}, measured: false },
    { theirs: 'TodoCompleted', ours: null, ways: {}, measured: false },
  ],
  tools: [
    { native: 'run_shell_command', name: 'Bash', fields: { is_background: 'run_in_background' } },
    // It runs a command too, and tells the model line by line.
    { native: 'monitor', name: 'Bash', measured: false },
    { native: 'read_file', name: 'Read', paths: ['file_path'] },
    { native: 'write_file', name: 'Write', paths: ['file_path'] },
    { native: 'edit', name: 'Edit', paths: ['file_path'] },
    { native: 'notebook_edit', name: 'NotebookEdit', paths: ['notebook_path'] },
    { native: 'glob', name: 'Glob', paths: ['path'] },
    { native: 'grep_search', name: 'Grep', fields: { limit: 'head_limit' }, paths: ['path'] },
    { native: 'web_fetch', name: 'WebFetch', measured: false },
    { native: 'web_search', name: 'WebSearch', measured: false },
    { native: 'todo_write', name: 'TodoWrite', measured: false },
    { native: 'agent', name: 'Agent' },
    { native: 'skill', name: 'Skill' },
    { native: 'exit_plan_mode', name: 'ExitPlanMode', measured: false },
    { native: 'ask_user_question', name: 'AskUserQuestion', measured: false },
  ],
  projectVariable: 'CLAUDE_PROJECT_DIR',
  stopRounds: 8,
  settings: {
    user: '~/.qwen/settings.json',
    project: '.qwen/settings.json',
    also: [],
    claudeFiles: [],
    form: 'groups',
    keys: null,
    timeout: { unit: 'milliseconds', standard: 60_000 },
    matcher: {
      reads:
        'a regular expression, found anywhere in the host’s own name of the tool, with its case; `Bash`, `Shell` and `ShellTool` fit the shell too',
      anywhere: true,
      every: '*',
    },
    trust: {
      user: [],
      project: [
        'Where `security.folderTrust.enabled` is true, Qwen Code runs hooks of a project only in a folder that it trusts: put `"<directory>": "TRUST_FOLDER"` into `~/.qwen/trustedFolders.json`.',
      ],
    },
    off: ['`disableAllHooks: true`'],
    offKeys: [[['disableAllHooks'], true]],
    programs: ['qwen'],
    shell: 'bash',
  },
  limits: [
    'A hook that runs out of time counts as no answer: the tool runs.',
    'UserPromptSubmit comes for every request to the model. One without a prompt, which only carries results of tools, is not told to hooks; the reason of a Stop hook is told to them as a prompt.',
    'SessionEnd was never seen with `qwen -p`.',
    '`continue: false` of Stop ends nothing there, it would make the agent go on; the agent stops without it.',
    'Beside a deny of PreToolUse, context is part of the reason.',
    'A rewritten result is the text that the model gets in its place.',
    'A shell command may run in another folder than `cwd` says: `directory` of its input.',
    'A tool that is called by `tool_call` is told to hooks as that tool; this was not measured.',
    'In context, `<` and `>` reach the model as `&lt;` and `&gt;`.',
  ],
};

/** Its permission modes under the names that hooks know. */
export const MODES: Readonly<Record<string, string>> = {
  'auto-edit': 'acceptEdits',
  auto_edit: 'acceptEdits',
  yolo: 'bypassPermissions',
};
