// Texts that are nearly right: words that mean something, in places where they may or may not belong, and then damage.
import type { Random } from './random.js';

const WORDS = [
  ...[
    'hooks',
    'type',
    'command',
    'matcher',
    'if',
    'timeout',
    'async',
    'once',
    'prompt',
    'url',
    'args',
    'env',
    'server',
    'tool',
  ],
  ...[
    'PreToolUse',
    'PostToolUse',
    'Stop',
    'PermissionRequest',
    'UserPromptSubmit',
    'SessionStart',
    'pretooluse',
    'tool:pre',
  ],
  ...[
    'hook_event_name',
    'tool_name',
    'tool_input',
    'tool_response',
    'session_id',
    'cwd',
    'prompt',
    'toolInput',
    'event',
    'data',
  ],
  ...[
    'decision',
    'reason',
    'continue',
    'stopReason',
    'systemMessage',
    'hookSpecificOutput',
    'hookEventName',
    'permissionDecision',
  ],
  ...[
    'updatedInput',
    'additionalContext',
    'behavior',
    'updatedPermissions',
    'interrupt',
    'suppressOutput',
    'newContent',
  ],
  ...[
    'deny',
    'allow',
    'ask',
    'block',
    'approve',
    'defer',
    'Bash',
    'Edit|Write',
    'mcp__a__b',
    '^(a+)+$',
    'Bash(rm *)',
    '*',
    '',
  ],
  ...[
    'jsonrpc',
    '2.0',
    'id',
    'method',
    'params',
    'initialize',
    'session/open',
    'ping',
    'result',
    'error',
    'code',
    'message',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '\u0000',
    '\u2028',
    '\ud800',
    '\uFEFF',
    'é',
    '😀',
    '$ARGUMENTS',
    '$HOME',
    '\\',
    '"',
  ],
] as const;

export const word = (random: Random): string =>
  random.chance(0.95)
    ? (WORDS[random.below(WORDS.length)] ?? '')
    : String.fromCharCode(...random.list(12, () => random.below(0x10000)));

/** Any JSON value, most of its names known ones. */
export function value(random: Random, depth = 5): unknown {
  const kind = random.below(depth <= 0 ? 5 : 9);
  if (kind === 0) return random.chance(0.5);
  if (kind === 1) return random.pick([0, 1, -1, 2, 5000, 1e308, 0.001, Number.MAX_SAFE_INTEGER]);
  if (kind === 2) return null;
  if (kind <= 4) return word(random);
  if (kind === 5) return random.list(4, () => value(random, depth - 1));
  return object(random, {}, depth);
}

/** An object with these fields, some of them left out or of another kind, and others beside them. */
export function object(
  random: Random,
  usual: Readonly<Record<string, unknown>>,
  depth = 5,
): Record<string, unknown> {
  const kept = Object.entries(usual).filter(() => random.chance(0.95));
  const fields = kept.map(([name, own]): [string, unknown] => [
    name,
    random.chance(0.1) ? value(random, depth - 1) : own,
  ]);
  const others = random.list(3, (): [string, unknown] => [word(random), value(random, depth - 1)]);
  return Object.fromEntries(random.chance(0.5) ? [...fields, ...others] : [...others, ...fields]);
}

/** JSON nested up to 100,000 deep; now and then, because it takes long. */
export function deepJson(random: Random): string {
  const depth = random.chance(0.02) ? random.below(100_000) : random.below(600);
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"tool_input":', '}]'],
  ]);
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

/** The JSON of a value, with something deep in place of one of its texts. */
export function json(random: Random, of: unknown): string {
  const text = JSON.stringify(of) ?? 'null';
  if (!random.chance(0.06)) return text;
  return text.replace(/"[^"\\]*"(?=[,}\]])/, () => deepJson(random));
}

/** The text with some damage. */
export function damaged(random: Random, text: string): string {
  if (random.chance(0.5)) return text;
  let result = text;
  for (let times = 1 + random.below(3); times > 0; times -= 1) {
    const at = random.below(result.length + 1);
    const end = at + random.below(8);
    const instead = random.pick([
      '',
      '{',
      '}',
      '"',
      ',',
      '\\',
      '\n',
      '[',
      ']',
      ':',
      '\u0000',
      '/*',
      '1e999',
      ' ',
    ]);
    result = result.slice(0, at) + instead + result.slice(random.chance(0.5) ? at : end);
  }
  return random.chance(0.05) ? result.slice(0, random.below(result.length + 1)) : result;
}
