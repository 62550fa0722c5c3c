// Factory droid, as it was seen to behave.
import type { AgentFacts, Way } from '../agents/agent.js';

const UNHEARD: Way = { kind: 'lost', why: 'droid shows no message of a hook' };
const NO_CONTEXT: Way = { kind: 'lost', why: 'droid drops context before a tool runs' };
const NOT_TRIED: Way = { kind: 'degraded', instead: 'it is said as Claude Code reads it; not measured' };

export const DROID: AgentFacts = {
  name: 'droid',
  title: 'Factory droid',
  measured: '0.225.2',
  events: [
    {
      theirs: 'SessionStart',
      ours: 'SessionStart',
      ways: { systemMessage: UNHEARD },
    },
    {
      theirs: 'UserPromptSubmit',
      ours: 'UserPromptSubmit',
      measured: false,
      ways: {
        deny: { kind: 'degraded', instead: 'the prompt is blocked by exit code 2; not measured' },
        stop: { kind: 'degraded', instead: 'the prompt is blocked by exit code 2; not measured' },
        context: NOT_TRIED,
        systemMessage: UNHEARD,
      },
    },
    {
      theirs: 'PreToolUse',
      ours: 'PreToolUse',
      ways: {
        ask: { kind: 'degraded', instead: 'the call is denied, because droid runs what a hook wants asked' },
        allow: { kind: 'degraded', instead: 'it is said as Claude Code reads it; not measured' },
        context: NO_CONTEXT,
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
    {
      theirs: 'Stop',
      ours: 'Stop',
      ways: {
        context: { kind: 'degraded', instead: 'the agent goes on with it as with a block' },
        systemMessage: UNHEARD,
      },
    },
    {
      theirs: 'SubagentStop',
      ours: 'SubagentStop',
      measured: false,
      ways: { continue: NOT_TRIED, context: NOT_TRIED },
    },
    {
      theirs: 'PreCompact',
      ours: 'PreCompact',
      measured: false,
      ways: { deny: NOT_TRIED, context: NOT_TRIED },
    },
    { theirs: 'Notification', ours: 'Notification', measured: false, ways: {} },
    { theirs: 'SessionEnd', ours: 'SessionEnd', ways: {} },
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
    // Of models that write patches; from documents.
    { native: 'ApplyPatch', name: 'Edit', patch: 'input' },
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
    { native: 'FetchUrl', name: 'WebFetch' },
    { native: 'WebSearch', name: 'WebSearch' },
  ],
  stopRounds: null,
  settings: {
    files: [
      { scope: 'user', path: '.factory/settings.json' },
      { scope: 'project', path: '.factory/settings.json' },
      { scope: 'user', path: '.factory/hooks.json' },
      { scope: 'project', path: '.factory/hooks.json' },
    ],
    form: 'claude',
    timeout: { unit: 'seconds', usual: null, most: null },
    everything: '*',
    matcher: 'a case-sensitive regular expression of droid’s own tool names: `Execute`, `Create`',
    trust: null,
    reads: [],
  },
  limits: [
    'A hook that takes longer than its time limit is passed over, and the tool runs.',
    'UserPromptSubmit is not fired by `droid exec`.',
    'A tool that fails fires no PostToolUse, and PostToolUseFailure does not exist.',
    'PermissionRequest does not exist.',
    'A tool’s result is told as a text.',
    '`permission_mode` has droid’s own values: `off`, `auto-high`.',
    'Stop hooks may keep the agent going without end, so that amplifier-hooks ends it.',
    'Where there is a `hooks.json` in a scope, its settings.json is not read for hooks (from documents).',
    'Hooks of no plugin get a CLAUDE_PLUGIN_ROOT that leads nowhere.',
  ],
};
