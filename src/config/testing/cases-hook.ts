// Defects of a single hook.
import { type Case, strict } from './case.js';

/** A hook of PostToolUse between two good ones. */
const among = (entry: string, event = 'PostToolUse'): string =>
  `{"hooks": {"${event}": [{"hooks": [{"type": "command", "command": "before"},\n  ${entry},\n  {"type": "command", "command": "after"}]}]}}`;

const both = ['before', 'after'];
const row = (title: string, code: Case['code'], entry: string, rest: Partial<Case> = {}): Case => ({
  title,
  code,
  text: among(entry),
  ...rest,
});

/** Set aside alone, in both profiles. */
const aside = (
  title: string,
  code: Case['code'],
  entry: string,
  rest: Partial<Case> = {},
): readonly Case[] => {
  const one = row(title, code, entry, { severity: 'error', runs: both, aside: [code], also: [], ...rest });
  return [one, strict(one)];
};

/** Understood with a warning, or set aside where the real program is followed. */
const meant = (
  title: string,
  code: Case['code'],
  entry: string,
  runs: string,
  rest: Partial<Case> = {},
): readonly Case[] => [
  row(title, code, entry, { severity: 'warning', runs: ['before', runs, 'after'], also: [], ...rest }),
  strict(row(title, code, entry, { severity: 'error', runs: both, aside: [code] })),
];

/** The field is ignored, or the hook is set aside where the real program is followed. */
const ignored = (title: string, code: Case['code'], entry: string): readonly Case[] => [
  row(title, code, entry, {
    severity: 'error',
    runs: ['before', 'x', 'after'],
    aside: [],
    also: [],
  }),
  strict(row(title, code, entry, { severity: 'error', runs: both, aside: [code] })),
];

export const HOOK_CASES: readonly Case[] = [
  ...aside('null', 'hook-type', '▸null'),
  ...aside('a number', 'hook-type', '▸7'),
  strict(row('a string', 'hook-type', '▸"x"', { runs: both, aside: ['hook-type'] })),
  row('a string', 'hook-string', '▸"x"', { severity: 'warning', runs: ['before', 'x', 'after'], also: [] }),
  strict(row('an array', 'hook-type', '▸[{"type": "command", "command": "x"}]', { runs: both })),

  ...meant('no type', 'type-missing', '▸{"command": "x"}', 'x'),
  ...meant('no type, but a URL', 'type-missing', '▸{"url": "http://localhost/"}', 'http'),
  ...meant('no type, but a server', 'type-missing', '▸{"server": "s", "tool": "t"}', 'mcp_tool'),
  ...meant('no type, but a prompt', 'type-missing', '▸{"prompt": "p"}', 'prompt'),
  row('nothing that tells the type', 'type-missing', '▸{"timeout": 5}', {
    severity: 'error',
    runs: both,
    aside: ['type-missing'],
  }),
  ...meant('an event as type', 'type-event', '{"type": ▸"PostToolUse", "command": "x"}', 'x'),
  row('an event as type, and nothing to run', 'type-event', '{"type": ▸"PostToolUse"}', {
    severity: 'error',
    runs: both,
  }),
  row('a type in another case', 'type-case', '{"type": ▸"Command", "command": "x"}', {
    severity: 'warning',
    runs: ['before', 'x', 'after'],
    also: [],
  }),
  strict(
    row('a type in another case', 'type-unknown', '{"type": ▸"Command", "command": "x"}', { runs: both }),
  ),
  ...aside('an invented type', 'type-unknown', '{"type": ▸"message", "message": "x"}'),
  ...aside('a misspelt type', 'type-unknown', '{"type": ▸"comand", "command": "x"}', {
    says: 'did you mean "command"?',
  }),
  ...aside('a type that is not a string', 'field-type', '{"type": ▸1, "command": "x"}'),

  ...aside('a command hook without command', 'field-missing', '▸{"type": "command"}', { says: '"command"' }),
  ...aside('an http hook without url', 'field-missing', '▸{"type": "http"}', { says: '"url"' }),
  ...aside('an mcp_tool hook without tool', 'field-missing', '▸{"type": "mcp_tool", "server": "s"}', {
    says: '"tool"',
  }),
  ...aside('a prompt hook without prompt', 'field-missing', '▸{"type": "prompt"}', { says: '"prompt"' }),
  ...aside('a command that is a number', 'field-type', '{"type": "command", "command": ▸5}'),
  ...aside(
    'args that are no strings',
    'field-type',
    '{"type": "command", "command": "x", "args": ▸["a", 1]}',
  ),
  ...aside('an if that is not a string', 'field-type', '{"type": "command", "command": "x", "if": ▸true}'),
  ...aside(
    'headers that are no strings',
    'field-type',
    '{"type": "http", "url": "http://h/", "headers": ▸{"a": 1}}',
  ),
  ...aside(
    'input that is not an object',
    'field-type',
    '{"type": "mcp_tool", "server": "s", "tool": "t", "input": ▸[]}',
  ),
  ...aside('an unknown shell', 'field-value', '{"type": "command", "command": "x", "shell": ▸"sh"}'),
  ...aside('a NUL character', 'command-invalid', '▸{"type": "command", "command": "a\\u0000b"}'),
  ...aside('a URL without scheme', 'url-invalid', '{"type": "http", "url": ▸"localhost:80"}'),
  ...aside('a URL that is a file', 'url-invalid', '{"type": "http", "url": ▸"file:///x"}'),

  ...ignored('async that is a string', 'field-type', '{"type": "command", "command": "x", "async": ▸"yes"}'),
  ...ignored('once that is a number', 'field-type', '{"type": "command", "command": "x", "once": ▸1}'),
  ...ignored(
    'a statusMessage that is an object',
    'field-type',
    '{"type": "command", "command": "x", "statusMessage": ▸{}}',
  ),
  ...ignored(
    'an unknown onFailure',
    'field-value',
    '{"type": "command", "command": "x", "onFailure": ▸"deny"}',
  ),
  ...ignored('a timeout of 0', 'timeout-invalid', '{"type": "command", "command": "x", "timeout": ▸0}'),
  ...ignored('a negative timeout', 'timeout-invalid', '{"type": "command", "command": "x", "timeout": ▸-1}'),
  ...ignored(
    'a timeout that is a string',
    'timeout-invalid',
    '{"type": "command", "command": "x", "timeout": ▸"5"}',
  ),
  ...ignored(
    'a timeout that is null',
    'timeout-invalid',
    '{"type": "command", "command": "x", "timeout": ▸null}',
  ),

  row('a command that is an array', 'command-array', '{"type": "command", "command": ▸["x", "y"]}', {
    severity: 'warning',
    runs: ['before', 'x', 'after'],
    also: [],
  }),
  strict(
    row('a command that is an array', 'field-type', '{"type": "command", "command": ▸["x", "y"]}', {
      runs: both,
    }),
  ),
  row('an empty array as command', 'field-type', '{"type": "command", "command": ▸[]}', { runs: both }),
  row('an empty command', 'command-empty', '{"type": "command", "command": ▸" "}', {
    severity: 'warning',
    runs: ['before', ' ', 'after'],
    also: [],
  }),
  strict(
    row('an empty command', 'command-empty', '{"type": "command", "command": ▸""}', {
      runs: ['before', '', 'after'],
      also: [],
    }),
  ),
  row('an unknown mode', 'field-value', '{"type": "command", "command": "x", "mode": ▸"observer"}', {
    severity: 'error',
    runs: ['before', 'x', 'after'],
    aside: [],
    also: [],
  }),
  row('a budget of nothing', 'field-value', '{"type": "command", "command": "x", "budget": {"ms": ▸0}}', {
    severity: 'error',
    runs: ['before', 'x', 'after'],
    also: [],
  }),
  row('a budget in seconds', 'field-value', '{"type": "command", "command": "x", "budget": {▸"s": 1}}', {
    says: 'only "ms" and "tokens"',
    runs: ['before', 'x', 'after'],
    also: [],
  }),
  strict(
    row('a mode', 'mode-ignored', '{"type": "command", "command": "x", ▸"mode": "observe"}', {
      severity: 'warning',
      runs: ['before', 'x', 'after'],
      also: [],
    }),
  ),
  strict(
    row('a budget', 'mode-ignored', '{"type": "command", "command": "x", ▸"budget": {"ms": 5}}', {
      runs: ['before', 'x', 'after'],
      also: [],
    }),
  ),
  row('an unknown field', 'field-unknown', '{"type": "command", "command": "x", ▸"asnyc": true}', {
    severity: 'warning',
    says: '"async"',
    runs: ['before', 'x', 'after'],
    also: [],
  }),
  strict(
    row('an unknown field', 'field-unknown', '{"type": "command", "command": "x", ▸"priority": 1}', {
      runs: ['before', 'x', 'after'],
    }),
  ),

  row(
    'a timeout in milliseconds',
    'timeout-milliseconds',
    '{"type": "command", "command": "x", "timeout": ▸5000}',
    {
      severity: 'warning',
      says: 'Write 5 if',
      runs: ['before', 'x', 'after'],
      also: [],
    },
  ),
  strict(
    row(
      'a timeout in milliseconds',
      'timeout-milliseconds',
      '{"type": "command", "command": "x", "timeout": ▸5000}',
      {
        says: 'about 83 minutes',
        also: [],
      },
    ),
  ),
  row('a timeout above the maximum', 'timeout-cut', '{"type": "command", "command": "x", "timeout": ▸301}', {
    severity: 'warning',
    says: '300 seconds',
    runs: ['before', 'x', 'after'],
    also: [],
  }),
  row('a prompt for an event that has none', 'handler-not-allowed', '▸{"type": "prompt", "prompt": "p"}', {
    text: among('▸{"type": "prompt", "prompt": "p"}', 'SessionStart'),
    severity: 'error',
    says: '"command", "mcp_tool"',
    runs: both,
    aside: [],
    also: [],
  }),
  row(
    'the plugin folder outside of a plugin',
    'plugin-variable-outside-plugin',
    `{"type": "command", "command": ▸"sh \${CLAUDE_PLUGIN_ROOT}/x"}`,
    {
      severity: 'warning',
      runs: ['before', `sh \${CLAUDE_PLUGIN_ROOT}/x`, 'after'],
      also: [],
    },
  ),
  row(
    'the data folder outside of a plugin',
    'plugin-variable-outside-plugin',
    `{"type": "command", "command": ▸"x", "args": ["\${CLAUDE_PLUGIN_DATA}"]}`,
    {
      says: 'CLAUDE_PLUGIN_DATA',
      also: [],
    },
  ),
];
