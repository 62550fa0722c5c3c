// Where Claude Code is told of hooks. Its events, tools and answers are those that hooks are written for, so there are no other facts.
import type { AgentSettings } from '../agents/settings.js';

export const CLAUDE_SETTINGS: AgentSettings = {
  user: '~/.claude/settings.json',
  project: '.claude/settings.json',
  moved: { variable: 'CLAUDE_CONFIG_DIR', folder: '~/.claude' },
  also: [
    '`.claude/settings.local.json` of a project',
    'settings of the administrator',
    '`hooks/hooks.json` of a plugin',
  ],
  claudeFiles: ['.claude/settings.json', '.claude/settings.local.json', '~/.claude/settings.json'],
  form: 'groups',
  keys: null,
  timeout: { unit: 'seconds', standard: 600 },
  matcher: {
    reads: 'a name, a list of names with `|`, or a regular expression',
    anywhere: false,
    every: '*',
  },
  trust: { user: [], project: [] },
  off: ['`disableAllHooks: true`'],
  offKeys: [[['disableAllHooks'], true]],
  programs: ['claude'],
  shell: 'sh',
};
