// Factory droid, as it was seen to behave.
import type { AgentFacts, Way } from '../agents/agent.js';

const UNHEARD: Way = { kind: 'lost', why: 'droid shows no message of a hook' };
/** From documents: it was not seen. */
const UNTRIED: Way = { kind: 'works', measured: false };

export const DROID: AgentFacts = {
  name: 'droid',
  title: 'Factory droid',
  measured: '0.225.2',
  events: [
    { theirs: 'SessionStart', ours: 'SessionStart', ways: { systemMessage: UNHEARD } },
    {
      theirs: 'UserPromptSubmit',
      ours: 'UserPromptSubmit',
      measured: false,
      ways: { deny: UNTRIED, stop: UNTRIED, context: UNTRIED, systemMessage: UNHEARD },
    },
    {
      theirs: 'PreToolUse',
      ours: 'PreToolUse',
      ways: {
        ask: { kind: 'degraded', instead: 'the call is denied, because droid runs what a hook wants asked' },
        context: { kind: 'lost', why: 'droid drops context before a tool runs' },
        systemMessage: UNHEARD,
      },
    },
    {
      theirs: 'PostToolUse',
      ours: 'PostToolUse',
      ways: {
        updatedOutput: { kind: 'lost', why: 'droid keeps the result as the tool gave it' },
        systemMessage: UNHEARD,
      },
    },
    { theirs: 'Stop', ours: 'Stop', ways: { systemMessage: UNHEARD } },
    {
      theirs: 'SubagentStop',
      ours: 'SubagentStop',
      measured: false,
      ways: { continue: UNTRIED, systemMessage: UNHEARD },
    },
    {
      theirs: 'PreCompact',
      ours: 'PreCompact',
      measured: false,
      ways: { deny: UNTRIED, context: UNTRIED, systemMessage: UNHEARD },
    },
    { theirs: 'Notification', ours: 'Notification', measured: false, ways: { systemMessage: UNHEARD } },
    { theirs: 'SessionEnd', ours: 'SessionEnd', ways: { systemMessage: UNHEARD } },
  ],
  tools: [
    { native: 'Execute', name: 'Bash', fields: { summary: 'description' }, units: { timeout: 1000 } },
    { native: 'Read', name: 'Read', paths: ['file_path'] },
    { native: 'Create', name: 'Write', paths: ['file_path'] },
    {
      native: 'Edit',
      name: 'Edit',
      fields: { old_str: 'old_string', new_str: 'new_string', change_all: 'replace_all' },
      paths: ['file_path'],
    },
    { native: 'ApplyPatch', name: 'Edit', patch: 'input', measured: false },
    { native: 'Grep', name: 'Grep', fields: { glob_pattern: 'glob' }, paths: ['path'] },
    {
      native: 'Glob',
      name: 'Glob',
      fields: { folder: 'path' },
      paths: ['folder'],
      each: { field: 'patterns', as: 'pattern' },
    },
    { native: 'LS', name: 'LS', fields: { directory_path: 'path' }, paths: ['directory_path'] },
    { native: 'Task', name: 'Agent' },
    { native: 'Skill', name: 'Skill' },
    { native: 'FetchUrl', name: 'WebFetch', measured: false },
    { native: 'WebSearch', name: 'WebSearch', measured: false },
  ],
  projectVariable: 'CLAUDE_PROJECT_DIR',
  stopRounds: null,
  settings: {
    user: '~/.factory/settings.json',
    project: '.factory/settings.json',
    also: [
      '`hooks.json` beside each of them, with the events at its top: of an event that stands there, the settings of that scope are not read',
    ],
    claudeFiles: [],
    shadow: 'hooks.json',
    form: 'groups',
    keys: null,
    // What counts without a statement is from documents.
    timeout: { unit: 'seconds', standard: 60 },
    matcher: {
      reads: 'a regular expression of the whole name that droid itself has for the tool, with its case',
      anywhere: false,
      every: '*',
    },
    trust: { user: [], project: [] },
    off: [],
    programs: ['droid'],
    shell: 'sh',
  },
  limits: [
    'A hook that takes longer than its time limit is passed over, and the tool runs.',
    'UserPromptSubmit is not fired by `droid exec`.',
    'A tool that fails fires no PostToolUse, and PostToolUseFailure does not exist.',
    'PermissionRequest does not exist.',
    'A tool’s result is told as a text.',
    'A `hooks.json` that names an event switches off hooks of that event in the settings of the same scope, without a word.',
    '`permission_mode` has droid’s own values: `off`, `auto-high`.',
    'Stop hooks may keep the agent going without end, so that amplifier-hooks ends it.',
    'Hooks of no plugin get a CLAUDE_PLUGIN_ROOT that leads nowhere.',
  ],
};
