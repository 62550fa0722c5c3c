// Defects of plugins.
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
    title: 'a space in the path of a plugin',
    code: 'unquoted-path',
    file: 'project/.amplifier/hooks/my plugin/hooks.json',
    text: `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": ▸"sh \${CLAUDE_PLUGIN_ROOT}/x"}, {"type": "command", "command": "sh \\"\${CLAUDE_PLUGIN_ROOT}/x\\""}]}]}}`,
    severity: 'warning',
    says: 'double quotes',
    also: [],
  },
];
