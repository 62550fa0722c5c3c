// Gemini CLI, as it was seen to behave.
import type { AgentEvent, AgentFacts, Way } from '../agents/agent.js';

const NOT_HEARD: Way = { kind: 'lost', why: 'Gemini CLI hears no answer to this event', measured: false };

const NOT_SEEN: Way = { kind: 'works', measured: false };
const MESSAGE_NOT_SEEN: AgentEvent['ways'] = { systemMessage: NOT_SEEN };

const AS_FAILURE: Way = { kind: 'degraded', instead: 'the model gets it as the result of a failed call' };

export const GEMINI: AgentFacts = {
  name: 'gemini',
  title: 'Gemini CLI',
  measured: '0.61.0',
  events: [
    { theirs: 'SessionStart', ours: 'SessionStart', ways: MESSAGE_NOT_SEEN },
    { theirs: 'BeforeAgent', ours: 'UserPromptSubmit', ways: MESSAGE_NOT_SEEN },
    {
      theirs: 'BeforeTool',
      ours: 'PreToolUse',
      ways: {
        ask: {
          kind: 'degraded',
          instead:
            'where nobody can be asked (`gemini -p`) the call does not run, and the run ends without a word',
        },
        allow: { kind: 'lost', why: 'Gemini CLI asks its user as it would without it' },
        context: { kind: 'lost', why: 'Gemini CLI takes none before a tool' },
      },
    },
    { theirs: 'AfterTool', ours: 'PostToolUse', ways: { ...MESSAGE_NOT_SEEN, updatedOutput: AS_FAILURE } },
    // The host has one event for both.
    {
      theirs: 'AfterTool',
      ours: 'PostToolUseFailure',
      ways: { ...MESSAGE_NOT_SEEN, feedback: NOT_SEEN, context: NOT_SEEN },
    },
    { theirs: 'AfterAgent', ours: 'Stop', ways: MESSAGE_NOT_SEEN },
    { theirs: 'SessionEnd', ours: 'SessionEnd', ways: {} },
    { theirs: 'PreCompress', ours: 'PreCompact', ways: { deny: NOT_HEARD, context: NOT_HEARD } },
    { theirs: 'Notification', ours: 'Notification', ways: {}, measured: false },
    { theirs: 'BeforeModel', ours: null, ways: {} },
    { theirs: 'BeforeToolSelection', ours: null, ways: {} },
    { theirs: 'AfterModel', ours: null, ways: {} },
  ],
  tools: [
    { native: 'run_shell_command', name: 'Bash', fields: { is_background: 'run_in_background' } },
    { native: 'read_file', name: 'Read', fields: { start_line: 'offset' }, paths: ['file_path'] },
    {
      native: 'read_many_files',
      name: 'Read',
      each: { field: 'include', as: 'file_path' },
      paths: ['file_path'],
      measured: false,
    },
    { native: 'write_file', name: 'Write', paths: ['file_path'] },
    { native: 'replace', name: 'Edit', fields: { allow_multiple: 'replace_all' }, paths: ['file_path'] },
    { native: 'glob', name: 'Glob', fields: { dir_path: 'path' }, paths: ['dir_path'] },
    {
      native: 'grep_search',
      name: 'Grep',
      fields: { dir_path: 'path', include_pattern: 'glob' },
      paths: ['dir_path'],
    },
    { native: 'web_fetch', name: 'WebFetch', addresses: 'prompt' },
    { native: 'google_web_search', name: 'WebSearch' },
    { native: 'write_todos', name: 'TodoWrite' },
    { native: 'invoke_agent', name: 'Agent', fields: { agent_name: 'subagent_type' } },
    { native: 'activate_skill', name: 'Skill', fields: { name: 'skill' } },
  ],
  projectVariable: 'CLAUDE_PROJECT_DIR',
  stopRounds: null,
  settings: {
    user: '~/.gemini/settings.json',
    project: '.gemini/settings.json',
    moved: { variable: 'GEMINI_CLI_HOME', folder: '~' },
    also: ['system settings', '`hooks/hooks.json` of an extension'],
    claudeFiles: [],
    form: 'groups',
    keys: null,
    timeout: { unit: 'milliseconds', standard: 60_000 },
    matcher: {
      reads: 'a regular expression, found anywhere in the host’s own name of the tool, with its case',
      anywhere: true,
      every: '*',
    },
    trust: {
      user: [],
      project: [
        'Gemini CLI runs hooks of a project only in a folder that it trusts: say yes where it asks, put `"<directory>": "TRUST_FOLDER"` into `~/.gemini/trustedFolders.json`, or set `GEMINI_CLI_TRUST_WORKSPACE=true`. With `--skip-trust` they do not run.',
      ],
    },
    off: ['`hooksConfig.enabled: false`'],
    offKeys: [[['hooksConfig', 'enabled'], false]],
    programs: ['gemini'],
    shell: 'bash',
  },
  limits: [
    'A hook that runs out of time, or is killed, counts as no answer: the tool runs.',
    'A rewritten input is laid over the call’s own: where a hook leaves out a field that does something, the call is denied.',
    'Beside a deny of PreToolUse, context is part of the reason.',
    'Without `--yolo`, `gemini -p` does not offer the shell to the model at all.',
    'PreCompress comes before every request to the model, so PreCompact hooks run although nothing is compacted.',
    'A command that ends with another exit code than 0 is told as PostToolUse; only a tool that fails itself is told as PostToolUseFailure.',
    'After a Stop hook kept the agent going, UserPromptSubmit hooks are asked about its reason as about a prompt.',
    'A shell command may run in another folder than `cwd` says: `dir_path` of its input.',
    'WebFetch has no address of its own: hooks are asked once for every address in its `prompt`.',
    'In context, `<` and `>` reach the model as `&lt;` and `&gt;`.',
    'Hooks are told no permission mode, and no id of a tool call.',
    'There are no events of subagents, and none after compaction.',
  ],
};
