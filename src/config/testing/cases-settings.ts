// Defects of settings files and front matter.
import { type Case, strict } from './case.js';
import { hook, on } from './place.js';

const settings = {
  claudeSettings: { sources: ['user', 'project', 'local'], flagFile: null, managedFile: null },
} as const;
const PROJECT = 'project/.claude/settings.json';
const SKILL = 'project/skills/tidy/SKILL.md';
const AGENT = 'project/agents/fixer.md';
const skills = { skills: ['skills/tidy/SKILL.md'] };
const agents = { agents: ['agents/fixer.md'] };

export const SETTINGS_CASES: readonly Case[] = [
  // Settings.
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
    title: 'a switch that is a string',
    code: 'setting-type',
    file: PROJECT,
    text: `{"disableAllHooks": ▸"yes", ${JSON.stringify(on('Stop', hook('a'))).slice(1)}`,
    options: settings,
    severity: 'warning',
    runs: ['a'],
    also: [],
  },
  strict({
    title: 'permissions that are no lists of rules',
    code: 'setting-type',
    file: PROJECT,
    text: `{"permissions": {"allow": ▸"Bash"}, ${JSON.stringify(on('Stop', hook('a'))).slice(1)}`,
    options: settings,
    severity: 'error',
    runs: [],
    also: [],
  }),
  {
    title: 'env that is an array',
    code: 'setting-type',
    file: PROJECT,
    text: '{"env": ▸[]}',
    options: settings,
    also: [],
  },
  {
    title: 'a variable of the project that changes how programs start',
    code: 'env-refused',
    file: PROJECT,
    text: '{"env": {▸"LD_PRELOAD": "./x.so", "A": "1"}}',
    options: settings,
    says: 'given to no hook',
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
    title: 'a list of allowed addresses that is a string',
    code: 'setting-type',
    file: PROJECT,
    text: '{"allowedHttpHookUrls": ▸"https://hooks.example/*"}',
    options: settings,
    severity: 'warning',
    says: 'empty list',
    also: [],
  },
  {
    title: 'an allowed address that is a number',
    code: 'setting-type',
    file: PROJECT,
    text: '{"allowedHttpHookUrls": ["https://hooks.example/*", ▸443]}',
    options: settings,
    says: 'left out',
    also: [],
  },
  strict({
    title: 'variables for headers that are an object',
    code: 'setting-type',
    file: PROJECT,
    text: '{"httpHookAllowedEnvVars": ▸{"TOKEN": true}}',
    options: settings,
    says: 'httpHookAllowedEnvVars',
    also: [],
  }),
  {
    title: 'plugins only, as a word',
    code: 'setting-type',
    file: PROJECT,
    text: '{"strictPluginOnlyCustomization": ▸"hooks"}',
    options: settings,
    also: [],
  },
  {
    title: 'plugins only, of a project',
    code: 'setting-ignored',
    file: PROJECT,
    text: `{▸"strictPluginOnlyCustomization": ["hooks"], ${JSON.stringify(on('Stop', hook('a'))).slice(1)}`,
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
    title: 'an address that the user does not allow',
    code: 'list-only-narrows',
    file: PROJECT,
    text: `{▸"allowedHttpHookUrls": ["https://a/*", "https://b/*"], ${JSON.stringify(on('Stop', hook('project'))).slice(1)}`,
    beside: { 'home/.claude/settings.json': { allowedHttpHookUrls: ['https://a/*'] } },
    options: settings,
    severity: 'warning',
    runs: ['project'],
    also: [],
  },
  {
    title: 'a variable that nobody granted the project',
    code: 'list-only-narrows',
    file: PROJECT,
    text: `{▸"httpHookAllowedEnvVars": ["TOKEN"], ${JSON.stringify(on('Stop', hook('project'))).slice(1)}`,
    options: settings,
    severity: 'warning',
    runs: ['project'],
    also: [],
  },
  {
    title: 'an http hook of the project that asks for one',
    code: 'http-variable-withheld',
    file: PROJECT,
    text: '{"hooks": {"Stop": [{"hooks": [▸{"type": "http", "url": "https://a/", "allowedEnvVars": ["TOKEN"]}]}]}}',
    options: settings,
    severity: 'warning',
    runs: ['http'],
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
