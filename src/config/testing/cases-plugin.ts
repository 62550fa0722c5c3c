// Defects of plugins, settings files and front matter.
import { type Case, strict } from './case.js';
import { hook, on } from './place.js';

const MANIFEST = 'project/.amplifier/hooks/p/.claude-plugin/plugin.json';
const STANDARD = 'project/.amplifier/hooks/p/hooks/hooks.json';
const NAMED = 'project/.amplifier/hooks/p/custom.json';

const standard = { [STANDARD]: on('Stop', hook('standard')) };
const both = { ...standard, [NAMED]: on('Stop', hook('custom')) };

const manifest = (title: string, code: Case['code'], hooks: string, rest: Partial<Case> = {}): Case => ({
  title,
  code,
  file: MANIFEST,
  text: `{"name": "my-plugin",\n "hooks": ${hooks}}`,
  beside: both,
  ...rest,
});

const settings = {
  claudeSettings: { sources: ['user', 'project', 'local'], flagFile: null, managedFile: null },
} as const;
const PROJECT = 'project/.claude/settings.json';
const SKILL = 'project/skills/tidy/SKILL.md';
const AGENT = 'project/agents/fixer.md';
const skills = { skills: ['skills/tidy/SKILL.md'] };
const agents = { agents: ['agents/fixer.md'] };

export const PLUGIN_CASES: readonly Case[] = [
  manifest('a path without ./', 'plugin-path-dot', '▸"custom.json"', {
    severity: 'warning',
    runs: ['standard', 'custom'],
    also: [],
  }),
  strict(
    manifest('a path without ./', 'plugin-path-dot', '▸"custom.json"', {
      severity: 'error',
      runs: [],
      also: ['plugin-not-loaded'],
    }),
  ),
  manifest('an absolute path', 'plugin-path-absolute', '▸"/etc/hooks.json"', {
    severity: 'error',
    runs: ['standard'],
    also: [],
  }),
  manifest('an absolute path of Windows', 'plugin-path-absolute', '▸"C:\\\\hooks.json"', {
    runs: ['standard'],
  }),
  manifest('a path out of the plugin', 'plugin-path-escapes', '▸"./../../hooks.json"', {
    severity: 'error',
    runs: ['standard'],
    also: [],
  }),
  manifest(
    'a file in the folder of the manifest',
    'plugin-path-in-manifest-folder',
    '▸"./.claude-plugin/hooks.json"',
    {
      beside: { 'project/.amplifier/hooks/p/.claude-plugin/hooks.json': on('Stop', hook('inside')) },
      severity: 'warning',
      runs: ['inside'],
      also: [],
    },
  ),
  manifest('a file that is not there', 'plugin-file-missing', '▸"./nope.json"', {
    severity: 'error',
    runs: ['standard'],
    also: [],
  }),
  strict(
    manifest('a file that is not there', 'plugin-file-missing', '▸"./nope.json"', {
      runs: ['standard'],
      also: [],
    }),
  ),
  manifest('a file twice', 'plugin-file-twice', '["./custom.json", ▸"./custom.json"]', {
    severity: 'info',
    runs: ['standard', 'custom'],
    also: [],
  }),
  manifest('a number', 'plugin-hooks-type', '▸5', {
    severity: 'error',
    runs: ['standard'],
    aside: ['plugin-hooks-type'],
    also: [],
  }),
  manifest('a number in the list', 'plugin-hooks-type', '["./custom.json", ▸5]', {
    runs: ['standard', 'custom'],
  }),
  strict(manifest('a number', 'plugin-hooks-type', '▸5', { runs: [] })),
  strict(
    manifest(
      'an invalid PreToolUse entry',
      'field-missing',
      '{"PreToolUse": [{"hooks": [▸{"type": "command"}]}]}',
      {
        runs: [],
        also: ['plugin-not-loaded'],
      },
    ),
  ),
  strict({
    title: 'an invalid PreToolUse entry in one of its files',
    code: 'plugin-not-loaded',
    file: 'project/.amplifier/hooks/p/hooks.json',
    text: JSON.stringify(on('PreToolUse', {}, hook('x'))),
    beside: standard,
    says: '2 hooks beside the mistake lost',
    severity: 'error',
    runs: [],
  }),
  manifest(
    'a wrapper around inline hooks',
    'hooks-twice',
    `{▸"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "inline"}]}]}}`,
    {
      runs: ['standard', 'inline'],
      also: [],
    },
  ),
  strict(
    manifest(
      'a wrapper around inline hooks',
      'event-unknown',
      `{▸"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "inline"}]}]}}`,
      {
        runs: ['standard'],
      },
    ),
  ),
  manifest('an event with a script of the plugin', 'event-string', '{"SessionStart": ▸"hooks/start.sh"}', {
    beside: { 'project/.amplifier/hooks/p/hooks/start.sh': 'exit 0' },
    runs: [`"\${CLAUDE_PLUGIN_ROOT}/hooks/start.sh"`],
    also: [],
  }),
  strict(
    manifest('an event with a script', 'event-string', '{"SessionStart": ▸"hooks/start.sh"}', {
      runs: ['standard'],
    }),
  ),
  {
    title: 'a broken manifest',
    code: 'json-syntax',
    file: MANIFEST,
    text: '{"name": ▸oops}',
    beside: standard,
    runs: ['standard'],
    also: [],
  },
  strict({
    title: 'a broken manifest',
    code: 'json-syntax',
    file: MANIFEST,
    text: '{▸bad',
    beside: standard,
    runs: [],
    also: ['plugin-not-loaded'],
  }),
  strict({
    title: 'a broken hooks file of a plugin',
    code: 'json-syntax',
    file: STANDARD,
    text: '{▸bad',
    beside: { [MANIFEST]: { name: 'p', hooks: './custom.json' }, [NAMED]: on('Stop', hook('custom')) },
    runs: ['custom'],
    also: [],
  }),
  {
    title: 'a hooks file in the folder of the manifest that nobody names',
    code: 'hooks-file-misplaced',
    file: 'project/.amplifier/hooks/p/.claude-plugin/hooks.json',
    text: JSON.stringify(on('Stop', hook('x'))),
    beside: standard,
    severity: 'warning',
    says: 'hooks/hooks.json',
    runs: ['standard'],
    also: [],
  },
  {
    title: 'a hooks file beside the settings',
    code: 'hooks-file-misplaced',
    file: 'project/.claude/hooks/hooks.json',
    text: JSON.stringify(on('Stop', hook('x'))),
    options: settings,
    says: '.claude/settings.json',
    runs: [],
    also: [],
  },
  {
    title: 'a space in the path of a plugin',
    code: 'unquoted-path',
    file: 'project/.amplifier/hooks/my plugin/hooks.json',
    text: `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": ▸"sh \${CLAUDE_PLUGIN_ROOT}/x"}, {"type": "command", "command": "sh \\"\${CLAUDE_PLUGIN_ROOT}/x\\""}]}]}}`,
    severity: 'warning',
    says: 'double quotes',
    also: [],
  },

  // Settings.
  {
    title: 'a switch that is a string',
    code: 'setting-type',
    file: PROJECT,
    text: `{"disableAllHooks": ▸"yes", ${JSON.stringify(on('Stop', hook('a'))).slice(1)}`,
    options: settings,
    severity: 'warning',
    runs: ['a'],
    also: [],
  },
  {
    title: 'env that is an array',
    code: 'setting-type',
    file: PROJECT,
    text: '{"env": ▸[]}',
    options: settings,
    also: [],
  },
  {
    title: 'a variable that is null',
    code: 'setting-type',
    file: PROJECT,
    text: '{"env": {"A": ▸null}}',
    options: settings,
    says: 'ignored',
  },
  {
    title: 'a variable that is a number',
    code: 'setting-type',
    file: PROJECT,
    text: '{"env": {"A": ▸1}}',
    options: settings,
    says: 'its text',
  },
  {
    title: 'allowManagedHooksOnly of a project',
    code: 'setting-ignored',
    file: PROJECT,
    text: `{▸"allowManagedHooksOnly": true, ${JSON.stringify(on('Stop', hook('a'))).slice(1)}`,
    options: settings,
    severity: 'warning',
    runs: ['a'],
    also: [],
  },
  {
    title: 'disableAllHooks of the user',
    code: 'hooks-disabled',
    file: 'home/.claude/settings.json',
    text: `{▸"disableAllHooks": true, ${JSON.stringify(on('Stop', hook('a'))).slice(1)}`,
    beside: { [PROJECT]: on('Stop', hook('b')) },
    options: settings,
    severity: 'info',
    runs: [],
    also: [],
  },
  {
    title: 'disableAllHooks of a project',
    code: 'disable-limited',
    file: PROJECT,
    text: `{▸"disableAllHooks": true, ${JSON.stringify(on('Stop', hook('project'))).slice(1)}`,
    beside: { 'home/.claude/settings.json': on('Stop', hook('user')) },
    options: settings,
    severity: 'info',
    runs: ['user'],
    also: [],
  },
  strict({
    title: 'disableAllHooks of a project',
    code: 'hooks-disabled',
    file: PROJECT,
    text: `{▸"disableAllHooks": true, ${JSON.stringify(on('Stop', hook('project'))).slice(1)}`,
    beside: { 'home/.claude/settings.json': on('Stop', hook('user')) },
    options: settings,
    runs: [],
    also: [],
  }),
  {
    title: 'events at the top level of settings',
    code: 'wrapper-missing',
    file: PROJECT,
    text: `{"permissions": {}, ▸"Stop": [{"hooks": [{"type": "command", "command": "a"}]}]}`,
    options: settings,
    runs: ['a'],
    also: [],
  },

  // Front matter.
  {
    title: 'another key that is no YAML',
    code: 'front-matter-invalid',
    file: SKILL,
    text: `---
name: tidy
argument-hint: [user prompt] ▸[orchestration prompt]
hooks:
  PostToolUse:
    - matcher: Write
      hooks:
        - type: command
          command: >-
            tidy
            up
other: [a] b
---
# Tidy
`,
    options: skills,
    severity: 'warning',
    runs: ['tidy up'],
    also: [],
  },
  {
    title: 'hooks that are no YAML',
    code: 'front-matter-unreadable',
    file: SKILL,
    text: `---
name: tidy
hooks:
  PreToolUse:
    - matcher: ▸*
      hooks: []
---
`,
    options: skills,
    severity: 'error',
    runs: [],
    also: [],
  },
  {
    title: 'no closing line',
    code: 'front-matter-unclosed',
    file: SKILL,
    text: '▸---\nname: tidy\nhooks:\n  Stop: []\n',
    options: skills,
    severity: 'warning',
    runs: [],
    also: [],
  },
  {
    title: 'Stop of an agent',
    code: 'agent-stop',
    file: AGENT,
    text: '---\nname: fixer\nhooks:\n  ▸Stop:\n    - hooks:\n        - type: command\n          command: done\n---\n',
    options: agents,
    severity: 'info',
    runs: ['done'],
    also: [],
  },
  {
    title: 'a flat hook in an agent',
    code: 'group-flat',
    file: AGENT,
    text: '---\nhooks:\n  PreToolUse:\n    - ▸matcher: Write\n      type: command\n      command: check\n---\n',
    options: agents,
    runs: ['check'],
    also: [],
  },
  {
    title: 'a list of hooks in a skill',
    code: 'hooks-array',
    file: SKILL,
    text: '---\nhooks:\n  ▸- event: Stop\n    type: command\n    command: done\n---\n',
    options: skills,
    runs: ['done'],
    also: [],
  },
  {
    title: 'YAML that grows without end',
    code: 'front-matter-unreadable',
    file: SKILL,
    text: `---\nhooks:\n  a: &a [x, x, x, x, x, x, x, x, x, x]\n${'bcdefghij'
      .split('')
      .map((name, index) => `  ${name}: &${name} [${Array(10).fill(`*${'abcdefghi'[index]}`).join(', ')}]\n`)
      .join('')}---\n`,
    options: skills,
    runs: [],
  },
  {
    title: 'YAML that nests without end',
    code: 'front-matter-unreadable',
    file: SKILL,
    text: `---\nhooks: ${'['.repeat(20_000)}\n---\n`,
    options: skills,
    runs: [],
  },
];
