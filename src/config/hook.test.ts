// What a well-formed entry becomes.
import { describe, expect, test } from 'vitest';
import type { Hook } from '../nouns.js';
import { type Options, on, Place, REGISTRY } from './testing/place.js';

function read(entry: unknown, options: Options = {}, event = 'PreToolUse'): Hook {
  const place = new Place();
  place.write(REGISTRY, on(event, entry));
  const { hooks, diagnostics } = place.load(options);
  const [first] = hooks;
  if (first === undefined) throw new Error(JSON.stringify(diagnostics));
  return first;
}

const SHELL = {
  type: 'command',
  args: null,
  shell: null,
  background: 'no',
  rewakeMessage: null,
  rewakeSummary: null,
};

describe('handlers', () => {
  test.each([
    [
      { type: 'command', command: 'a' },
      { ...SHELL, command: 'a' },
    ],
    [
      { type: 'command', command: 'a', args: [] },
      { ...SHELL, command: 'a', args: [] },
    ],
    [
      { type: 'command', command: 'a', shell: 'powershell' },
      { ...SHELL, command: 'a', shell: 'powershell' },
    ],
    [
      { type: 'command', command: 'a', async: true },
      { ...SHELL, command: 'a', background: 'async' },
    ],
    [
      { type: 'command', command: 'a', asyncRewake: true, rewakeMessage: 'm', rewakeSummary: 's' },
      { ...SHELL, command: 'a', background: 'rewake', rewakeMessage: 'm', rewakeSummary: 's' },
    ],
    [
      { type: 'http', url: 'https://h/x' },
      { type: 'http', url: 'https://h/x', headers: {}, allowedEnvVars: [] },
    ],
    [
      { type: 'http', url: 'http://h', headers: { A: '$B' }, allowedEnvVars: ['B'] },
      { type: 'http', url: 'http://h', headers: { A: '$B' }, allowedEnvVars: ['B'] },
    ],
    [
      { type: 'mcp_tool', server: 's', tool: 't', input: { deep: [1, { x: null }] } },
      { type: 'mcp_tool', server: 's', tool: 't', input: { deep: [1, { x: null }] } },
    ],
    [
      { type: 'prompt', prompt: 'p' },
      { type: 'prompt', prompt: 'p', model: null, continueOnBlock: false },
    ],
    [
      { type: 'agent', prompt: 'p', model: 'm', continueOnBlock: true },
      { type: 'agent', prompt: 'p', model: 'm', continueOnBlock: true },
    ],
  ])('%j', (entry, handler) => {
    for (const profile of ['amplifier', 'claude-code'] as const)
      expect(read(entry, { profile }).handler).toEqual(handler);
  });
});

describe('what every hook has', () => {
  const command = { type: 'command', command: 'a' };

  test('nothing stated', () => {
    expect(read(command)).toMatchObject({
      event: 'PreToolUse',
      matcher: null,
      condition: null,
      timeoutMs: null,
      once: false,
      onFailure: 'continue',
      statusMessage: null,
      description: null,
      inactive: null,
      line: 1,
      column: 35,
    });
  });

  test('everything stated', () => {
    const place = new Place();
    place.write(
      REGISTRY,
      `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "description": "of the group",
        "hooks": [
          { "type": "command", "command": "a", "if": "Bash(git *)", "timeout": 2.5, "once": true,
            "onFailure": "block", "statusMessage": "wait" },
          { "type": "command", "command": "b", "description": "own", "if": " " }
        ]
      }
    ]
  }
}`,
    );
    const [first, second] = place.load().hooks;
    expect(first).toMatchObject({
      matcher: 'Bash',
      condition: 'Bash(git *)',
      timeoutMs: 2500,
      once: true,
      onFailure: 'block',
      statusMessage: 'wait',
      description: 'of the group',
      line: 8,
      column: 11,
    });
    expect(second).toMatchObject({ condition: null, description: 'own', line: 10, column: 11 });
  });

  test('a byte order mark and Windows line ends move nothing', () => {
    const place = new Place();
    place.write(
      REGISTRY,
      '\uFEFF{"hooks":\r\n {"Stop":\r\n  [{"hooks": [{"type": "command", "command": "a"}]}]}}',
    );
    expect(place.load().hooks[0]).toMatchObject({ line: 3, column: 15 });
    expect(place.load().diagnostics).toEqual([]);
  });
});

describe('timeouts', () => {
  const timeout = (value: unknown, options: Options = {}) =>
    read({ type: 'command', command: 'a', timeout: value }, options).timeoutMs;

  test.each([
    [5, 5000, 5000],
    [0.5, 500, 500],
    [1.5, 1500, 1500],
    [0.001, 1, 1],
    [0.0001, 1, 1],
    [300, 300_000, 300_000],
    [301, 300_000, 301_000],
    [999, 300_000, 999_000],
    [1000, 1000, 1_000_000],
    [60_000, 60_000, 60_000_000],
    [600_000, 300_000, 600_000_000],
    [1e300, 300_000, Number.MAX_SAFE_INTEGER],
  ])('%d: %d ms in amplifier, %d ms in claude-code', (value, amplifier, claudeCode) => {
    expect(timeout(value)).toBe(amplifier);
    expect(timeout(value, { profile: 'claude-code' })).toBe(claudeCode);
  });

  test('the option max_timeout cuts in both profiles', () => {
    expect(timeout(50, { maxTimeout: 10 })).toBe(10_000);
    expect(timeout(50, { maxTimeout: 10, profile: 'claude-code' })).toBe(10_000);
  });

  test.each([
    ['amplifier', {}, 30_000, 300_000],
    ['claude-code', {}, null, null],
    ['amplifier', { defaultTimeout: 5, maxTimeout: 7 }, 5000, 7000],
    ['amplifier', { maxTimeout: 10 }, 10_000, 10_000],
    ['amplifier', { defaultTimeout: 500 }, 300_000, 300_000],
    ['claude-code', { defaultTimeout: 5, maxTimeout: 7 }, 5000, 7000],
    ['claude-code', { defaultTimeout: -5, maxTimeout: 0 }, null, null],
    ['amplifier', { defaultTimeout: Number.POSITIVE_INFINITY }, 30_000, 300_000],
  ] as const)('limits of %s with %j', (profile, options, defaultTimeoutMs, maxTimeoutMs) => {
    expect(new Place().load({ profile, ...options }).limits).toEqual({ defaultTimeoutMs, maxTimeoutMs });
  });

  test('a default that follows from the maximum is no mistake', () => {
    expect(new Place().load({ maxTimeout: 10 }).diagnostics).toEqual([]);
  });
});

test('matchers of lists and events with scripts are what was meant', () => {
  const place = new Place();
  place.write(REGISTRY, {
    hooks: {
      PreToolUse: [{ matcher: ['Read', 'Edit'], hooks: ['a'] }],
      PostToolUse: { 'Write|mcp__x__y': 'b' },
      stop: ['c'],
    },
  });
  expect(place.load().hooks.map(({ event, matcher }) => [event, matcher])).toEqual([
    ['PreToolUse', 'Read|Edit'],
    ['PostToolUse', 'Write|mcp__x__y'],
    ['Stop', null],
  ]);
});

test('a known contract version is silent', () => {
  const place = new Place();
  place.write(REGISTRY, { contractVersion: 1, ...on('Stop', { type: 'command', command: 'a' }) });
  expect(place.load().diagnostics).toEqual([]);
});
