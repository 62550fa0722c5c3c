import { describe, expect, it } from 'vitest';
import type { Decision, ModelRequest } from '../../nouns.js';
import { decision as decisionOf } from '../../testing/index.js';
import type { Observed } from '../run-step.js';
import type { Expect } from '../vector.js';
import { differences, EXPECTATIONS } from './index.js';

/** The same text said by one hook each. */
const said = <T>(...values: readonly T[]) => values.map((value) => ({ value, by: 'h' }));

const FILES: Readonly<Record<string, string>> = {
  'A.stdin': '{"cwd":"/p","tool_input":{"a":1}}\n',
  'TWO.stdin': '{"cwd":"/p"}\n\n',
  'BARE.stdin': '{"cwd":"/p"}',
  'TEXT.stdin': 'text\n',
  'A.env': 'FOO=a\nEMPTY=\nLINES=1\nsecond line\nSAME=x\n',
  'B.env': 'FOO=b\nSAME=x\n',
  note: 'noted\n',
};

const seen = (decision: Partial<Decision> = {}, rest: Partial<Observed> = {}): Observed => ({
  decision: decisionOf([], decision),
  warnings: [],
  elapsedMs: 500,
  timeScale: 1,
  ran: new Map(),
  failed: [],
  late: [],
  updatedOutput: null,
  final: null,
  shellEnv: null,
  saved: (file) => FILES[file] ?? null,
  inProject: () => null,
  requests: [],
  modelRequests: [],
  ...rest,
});

const request = (path: string, headers: object = {}, body = '{"a":{"b":1,"c":2},"d":[1]}') => ({
  path,
  method: 'POST',
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body,
});
const asked = (model: string | null, text: string): ModelRequest => ({
  model,
  system: 'SYSTEM',
  messages: [
    { role: 'user', text },
    { role: 'assistant', text: 'ASSISTANT', toolCalls: [] },
  ],
  tools: [],
  toolChoice: 'none',
  schema: null,
  maxTokens: 1,
  signal: new AbortController().signal,
});

const value = <T>(content: T) => ({ value: content, by: 'h' });
const input = { command: 'ls', nested: { a: [1] } };
const warning = {
  code: 'c',
  severity: 'warning',
  message: 'm',
  file: null,
  line: null,
  column: null,
  hint: null,
} as const;

interface Case {
  readonly seen: Observed;
  readonly met: readonly Expect[];
  readonly unmet: readonly Expect[];
}

const one = (key: string, values: readonly unknown[]): readonly Expect[] =>
  values.map((item) => ({ [key]: item }));
const row = (
  key: string,
  observed: Observed,
  met: readonly unknown[],
  unmet: readonly unknown[],
): [string, Case] => [key, { seen: observed, met: one(key, met), unmet: one(key, unmet) }];

const CASES: readonly (readonly [string, Case])[] = [
  row('permission', seen({ permission: 'deny' }), ['deny'], ['allow', 'ask', 'defer', null]),
  row('permission', seen(), [null], ['deny']),
  row('permissionAny', seen({ permission: 'ask' }), [['ask', 'deny']], [['allow', null], []]),
  row('blocked', seen({ blocked: true }), [true], [false]),
  row('continues', seen({ continues: false }), [false], [true]),
  row('reason', seen({ reason: ' no \n' }), [' no', ' no \n\n'], ['no', ' no!', '']),
  row('reason', seen(), [], ['', 'no']),
  row('reasonAny', seen({ reason: 'A then B' }), [['B', 'C']], [['C'], []]),
  row('reasonAny', seen(), [], [['C']]),
  row('reasonAll', seen({ reason: 'A then B' }), [['A', 'B']], [['A', 'C']]),
  row('reasonAll', seen(), [], [['A']]),
  row(
    'stop',
    seen({ stop: value('r') }),
    [true, { reason: 'r' }],
    [false, { reason: null }, { reason: 'q' }],
  ),
  row('stop', seen({ stop: value(null) }), [true, { reason: null }], [false, { reason: 'r' }]),
  row('stop', seen(), [false], [true, { reason: null }]),
  row('final', seen({}, { final: 'ask' }), ['ask'], ['run', 'deny']),
  row('failed', seen({}, { failed: ['B', 'A'] }), [['A', 'B']], [[], ['A'], ['A', 'A'], ['A', 'B', 'C']]),
  row('failedCount', seen({}, { failed: ['x'] }), [1], [0, 2]),
  row('warnings', seen({}, { warnings: [warning] }), [true], [false]),
  row('warnings', seen(), [false], [true]),
  row('context', seen({ context: said('a', 'b') }), [['a', 'b']], [['b', 'a'], ['a'], [], ['a', 'b ']]),
  row('contextSet', seen({ context: said('a', 'b') }), [['b', 'a']], [['a'], ['a', 'a'], ['a', 'b', 'b']]),
  row(
    'contextLengths',
    seen({ context: said('four', 'é') }),
    [
      [4, 1],
      [1, 4],
    ],
    [[4], [4, 2]],
  ),
  row('contextMaxLength', seen({ context: said('four', 'é') }), [4, 5], [3]),
  row('feedback', seen({ feedback: said('a \n', 'b') }), [['a', 'b\n']], [['b', 'a'], [' a', 'b'], []]),
  row('feedbackSet', seen({ feedback: said('a\n', 'b') }), [['b ', 'a']], [['a'], ['a', 'c']]),
  row('systemMessages', seen({ systemMessages: said('a', 'b') }), [['a', 'b']], [['b', 'a'], []]),
  row('systemMessagesSet', seen({ systemMessages: said('a', 'b') }), [['b', 'a']], [['a'], []]),
  row('systemMessageMaxLength', seen({ systemMessages: said('four') }), [4], [3]),
  row('late', seen({}, { late: ['a', 'b'] }), [['b', 'a']], [[], ['a']]),
  row(
    'updatedInput',
    seen({ updatedInput: value(input) }),
    [structuredClone(input)],
    [{}, { ...input, b: 1 }],
  ),
  row('updatedInput', seen(), [], [input]),
  row('updatedInputAny', seen({ updatedInput: value(input) }), [[{}, input]], [[{}], []]),
  row('updatedOutput', seen({}, { updatedOutput: 'new' }), ['new'], [null, 'old', {}]),
  row('updatedOutput', seen(), [null], ['new']),
  row('updatedOutputAny', seen({}, { updatedOutput: input }), [['x', input]], [['x'], []]),
  row('updatedPermissions', seen({ updatedPermissions: value([input]) }), [[input]], [[], [{}]]),
  row('interrupt', seen({ interrupt: true }), [true], [false]),
  row('hidePrompt', seen({ hidePrompt: true }), [true], [false]),
  row(
    'output',
    seen({ output: { retry: value(true), x: value(1) } }),
    [{ retry: true }],
    [{ retry: false }, { y: 1 }],
  ),
  row(
    'ran',
    seen({}, { ran: new Map([['A', 2]]) }),
    [{ A: 2 }, { A: 2, B: 0 }],
    [{ A: 1 }, { A: 0 }, { B: 1 }],
  ),
  row('stdinOf', seen(), ['A'], ['B', 'TEXT']),
  [
    'stdin',
    {
      seen: seen(),
      met: [
        { stdinOf: 'A', stdin: { cwd: '/p' } },
        { stdinOf: 'A', stdin: { tool_input: { a: 1 } } },
      ],
      unmet: [
        { stdinOf: 'A', stdin: { cwd: '/q' } },
        { stdinOf: 'A', stdin: { tool_input: {} } },
        { stdinOf: 'A', stdin: { more: null } },
        { stdinOf: 'B', stdin: { cwd: '/p' } },
      ],
    },
  ],
  [
    'stdinLines',
    {
      seen: seen(),
      met: [{ stdinOf: 'A', stdinLines: 1 }],
      unmet: [
        { stdinOf: 'TWO', stdinLines: 1 },
        { stdinOf: 'BARE', stdinLines: 1 },
        { stdinOf: 'NONE', stdinLines: 1 },
      ],
    },
  ],
  [
    'stdinAbsent',
    {
      seen: seen(),
      met: [{ stdinOf: 'A', stdinAbsent: ['agent_id'] }],
      unmet: [{ stdinOf: 'A', stdinAbsent: ['agent_id', 'cwd'] }],
    },
  ],
  row('envOf', seen(), ['A'], ['C']),
  [
    'env',
    {
      seen: seen(),
      met: [
        { envOf: 'A', env: { FOO: 'a', EMPTY: '', NONE: null } },
        { envOf: 'A', env: { FOO: true } },
      ],
      unmet: [
        { envOf: 'A', env: { FOO: 'b' } },
        { envOf: 'A', env: { FOO: null } },
        { envOf: 'A', env: { EMPTY: true } },
        { envOf: 'A', env: { EMPTY: null } },
        { envOf: 'A', env: { NONE: true } },
        { envOf: 'C', env: { NONE: null } },
      ],
    },
  ],
  row(
    'envDiffers',
    seen(),
    [['FOO', 'A', 'B']],
    [
      ['SAME', 'A', 'B'],
      ['EMPTY', 'A', 'B'],
      ['NONE', 'A', 'B'],
    ],
  ),
  row(
    'shellEnv',
    seen({}, { shellEnv: { FOO: 'a' } }),
    [{ FOO: 'a', BAR: null }],
    [{ FOO: 'b' }, { BAR: true }],
  ),
  row('shellEnv', seen(), [], [{ FOO: 'a' }, { FOO: null }]),
  row('shellPathEndsWith', seen({}, { shellEnv: { PATH: '/a:/b' } }), [':/b', '/b'], ['/a']),
  row('shellPathEndsWith', seen(), [], ['/b']),
  row(
    'tmpFiles',
    seen(),
    [{ note: 'noted\n', gone: null }],
    [{ note: 'noted' }, { note: null }, { gone: '' }],
  ),
  row('minMs', seen(), [500, 100], [501]),
  row('maxMs', seen(), [500, 900], [499]),
  row('maxMs', seen({}, { timeScale: 2 }), [250, 499], [249]),
  row(
    'requestCount',
    seen({}, { requests: [request('/a'), request('/b'), request('/a')] }),
    [{ '/a': 2, '/c': 0 }, {}],
    [{ '/a': 1 }, { '/c': 1 }],
  ),
  row(
    'requests',
    seen({}, { requests: [request('/a', { x: '1' }), request('/b', {}, 'text')] }),
    [
      [],
      [{ path: '/a' }, { path: '/b', body: 'text' }],
      [{ method: 'POST', headers: { 'content-type': 'application/json', x: '1' } }],
      [{ body: { a: { b: 1 }, d: [1] } }],
    ],
    [
      [{ path: '/b' }],
      [{}, {}, {}],
      [{ method: 'GET' }],
      [{ headers: { x: '2' } }],
      [{ headers: { y: '1' } }],
      [{ body: { a: { b: 2 } } }],
      [{ body: { d: [] } }],
      [{ body: { toString: 1 } }],
    ],
  ),
  row('modelCalls', seen({}, { modelRequests: [asked(null, 'a')] }), [1], [0, 2]),
  row(
    'modelRequests',
    seen({}, { modelRequests: [asked('m', 'is {"a":1} ok'), asked(null, 'b')] }),
    [
      [],
      [{ model: 'm', contains: ['is {', 'ok'], notContains: ['SYSTEM', 'ASSISTANT'] }, { contains: ['b'] }],
    ],
    [
      [{ model: 'n' }],
      [{ contains: ['is {', 'gone'] }],
      [{ notContains: ['ok'] }],
      [{}, { model: 'm' }],
      [{}, {}, {}],
      [{ contains: ['SYSTEM'] }],
    ],
  ),
];

const differs = (expectation: Expect, observed: Observed) =>
  differences(expectation, observed).map(({ key }) => key);

describe('every key of "expect"', () => {
  it('has its cases here', () => {
    expect(new Set(CASES.map(([key]) => key))).toEqual(new Set(Object.keys(EXPECTATIONS)));
  });

  describe.each(CASES)('%s', (key, { seen: observed, met, unmet }) => {
    it.each(met)('is met: %j', (expectation) => {
      expect(differs(expectation, observed)).toEqual([]);
    });
    it.each(unmet)('is not met: %j', (expectation) => {
      expect(differs(expectation, observed)).toContain(key);
    });
  });

  it('says what was expected and what came', () => {
    expect(differences({ blocked: true, ran: { A: 1, B: 0 } }, seen())).toEqual([
      { key: 'blocked', expected: true, got: false },
      { key: 'ran', expected: { A: 1, B: 0 }, got: { A: 0, B: 0 } },
    ]);
  });

  it.each(['blokced', 'toString', 'constructor'])('a key without a rule is never ignored: %s', (key) => {
    expect(differences({ [key]: true }, seen())).toEqual([
      { key, expected: true, got: 'there is no rule for this key' },
    ]);
  });
});
