import { describe, expect, it } from 'vitest';
import { parseTests } from './parse.js';
import { BASH } from './testing/plugin.js';

const titles = (text: string) => parseTests(text).map((parsed) => (parsed.ok ? parsed.test.title : parsed));

/** All problems as `line:column message`. */
const problems = (text: string): readonly string[] =>
  parseTests(text).flatMap((parsed) =>
    parsed.ok ? [] : parsed.problems.map(({ message, place }) => `${place.line}:${place.column} ${message}`),
  );

describe('what a file may hold', () => {
  it.each([
    ['one test', `title: a\n${BASH}\nexpect: { permission: null }`, ['a']],
    [
      'several documents',
      `title: a\n${BASH}\nexpect: { blocked: false }\n---\ntitle: b\n${BASH}\nexpect: { blocked: true }\n`,
      ['a', 'b'],
    ],
    ['a list', JSON.stringify([{ title: 'a', event: 'Stop', expect: { blocked: false } }]), ['a']],
    [
      'cases',
      `cases:\n  - title: a\n    event: Stop\n    expect: { blocked: false }\n  - title: b\n    event: Stop\n    expect: { blocked: false }`,
      ['a', 'b'],
    ],
    ['JSON with tabs', '{\n\t"title": "a",\n\t"event": "Stop",\n\t"expect": {"blocked": false}\n}', ['a']],
    ['steps', 'title: a\nsteps:\n  - event: Stop\n    expect: { blocked: false }', ['a']],
  ])('%s', (_, text, expected) => {
    expect(titles(text)).toEqual(expected);
  });

  it('what is the same in nearly all tests is filled in', () => {
    const [parsed] = parseTests(`title: a\n${BASH}\nexpect: { permission: null }`);
    if (!parsed?.ok) throw new Error(JSON.stringify(parsed));
    const { test } = parsed;
    expect([test.profile, test.plugin, test.place]).toEqual(['amplifier', true, { line: 1, column: 1 }]);
    expect(test.vector.steps[0]).toMatchObject({
      event: {
        session_id: 'hook-test',
        cwd: '@PROJECT@',
        permission_mode: 'default',
        tool_use_id: 'hook-test-call',
        tool_name: 'Bash',
      },
      expect: { permission: null, failed: [], fired: true },
    });
  });

  it('what the author says counts', () => {
    const [parsed] = parseTests(
      'title: a\nprofile: claude-code\nplugin: false\nevent: { hook_event_name: Stop, cwd: /x }\nexpect: { ran: {}, failedCount: 1 }',
    );
    if (!parsed?.ok) throw new Error(JSON.stringify(parsed));
    expect([parsed.test.profile, parsed.test.plugin]).toEqual(['claude-code', false]);
    expect(parsed.test.vector.steps[0]?.event).toMatchObject({ cwd: '/x' });
    expect(parsed.test.vector.steps[0]?.expect).toEqual({ ran: {}, failedCount: 1 });
  });

  it('cases share what stands beside them, and add to it', () => {
    const parsed = parseTests(
      `needs: [jq]\nfiles: { project/a: x }\ncases:\n  - { title: t, files: { project/b: y }, event: Stop, expect: { blocked: false } }`,
    );
    expect(parsed[0]?.ok && parsed[0].test.vector).toMatchObject({
      needs: ['jq'],
      files: { 'project/a': 'x', 'project/b': 'y' },
    });
  });
});

describe('what is malformed is named with its place', () => {
  it.each([
    [
      'broken YAML',
      'title: a\nevent: [1\nexpect: 2',
      ['3:1 Flow sequence in block collection must be sufficiently indented and end with a ]'],
    ],
    ['broken JSON', '{"title" "a"}', ['1:10 Missing , or : between flow map items']],
    ['a key that stands twice', 'title: a\ntitle: b', ['2:1 Map keys must be unique']],
    [
      'an empty file',
      '# nothing\n',
      ['1:1 the file holds no test; a test has "title", "event" and "expect"'],
    ],
    ['no object', '- 1', ['1:3 a hook test must be an object, but is the number 1']],
    ['no title', `${BASH}\nexpect: { blocked: false }`, ['1:1 "title" must be a string, but is nothing']],
    ['no steps', 'title: a', ['1:1 a test has either "steps" or "event" and "expect"']],
    [
      'both forms',
      'title: a\nsteps: []\nevent: Stop\nexpect: { blocked: false }',
      [
        '2:1 a test has either "steps" or "event" and "expect"',
        '2:1 "steps" must be a list with at least one step, but is an array',
      ],
    ],
    [
      'a misspelt key',
      'title: a\nevnt: Stop\nevent: Stop\nexpect: { blocked: false }',
      ['2:1 "evnt" is not known here; did you mean "event"?'],
    ],
    [
      'a misspelt expectation',
      'title: a\nevent: Stop\nexpect:\n  blokced: false',
      ['4:3 "expect.blokced" is not known here; did you mean "blocked"?'],
    ],
    [
      'an expectation of another type',
      'title: a\nevent: Stop\nexpect: { blocked: maybe }',
      ['3:11 "expect.blocked" must be true or false, but is the string "maybe"'],
    ],
    [
      'an unknown event',
      'title: a\nevent: PreTooluse\nexpect: { blocked: false }',
      ['2:1 there is no event "PreTooluse"'],
    ],
    [
      'an event that lacks a field',
      'title: a\nevent: PreToolUse\nexpect: { blocked: false }',
      ['2:1 PreToolUse needs "tool_name"; it is missing', '2:1 PreToolUse needs "tool_input"; it is missing'],
    ],
    [
      'an unknown profile',
      'title: a\nprofile: codex\nevent: Stop\nexpect: { blocked: false }',
      ['2:1 "profile" must be "amplifier" or "claude-code", but is the string "codex"'],
    ],
    [
      'a plugin that is no flag',
      'title: a\nplugin: x\nevent: Stop\nexpect: { blocked: false }',
      ['2:1 "plugin" must be true or false, but is the string "x"'],
    ],
    [
      'aliases that multiply',
      `a: &a [x, x, x, x, x, x, x, x, x, x]\n${[...'bcdefg'].map((name, at) => `${name}: &${name} [${Array(10).fill(`*${'abcdef'[at]}`)}]`).join('\n')}`,
      ['1:1 it has more than 100000 values'],
    ],
    ['brackets without end', `title: ${'['.repeat(20_000)}`, ['1:1 it nests too deep']],
    [
      'a misspelt key of a case that has no expectation',
      'cases:\n  - title: a\n    event: Stop\n    expct: {}',
      [
        '2:5 a test has either "steps" or "event" and "expect"',
        '4:5 "expct" is not known here; did you mean "expect"?',
      ],
    ],
    [
      'an expectation that needs another',
      'title: a\nevent: Stop\nexpect: { blocked: false,\n  stdin: {} }',
      ['4:3 "stdin" needs "stdinOf" beside it'],
    ],
    ['cases that are none', 'cases: 1', ['1:1 "cases" must be a list of tests']],
    [
      'a second step',
      'title: a\nsteps:\n  - { event: Stop, expect: { blocked: false } }\n  - event: Stop\n    expect: { x: 1 }',
      ['5:15 "steps[1].expect.x" is not known here'],
    ],
    [
      'a case',
      'cases:\n  - title: a\n    event: Stop\n    expect: { x: 1 }',
      ['4:15 "expect.x" is not known here'],
    ],
    [
      'a path that leads out',
      'title: a\nfiles:\n  ../x: y\nevent: Stop\nexpect: { blocked: false }',
      ['3:3 "files["../x"]" must be called by a relative path without ".."'],
    ],
  ])('%s', (_, text, expected) => {
    expect(problems(text)).toEqual(expected);
  });
});
