import { describe, expect, it } from 'vitest';
import { parseVector } from './parse.js';

const STEP = { event: { hook_event_name: 'Stop' }, expect: { blocked: false } };
const VECTOR = {
  version: 1,
  id: 'stop/example',
  title: 'An example of a vector that is well formed',
  group: 'decisions',
  observed: 'claude-code 2.1.325',
  files: { 'hooks/A.sh': '#!/bin/sh\n', 'project/.claude/settings.json': { hooks: {} } },
  executable: ['hooks/A.sh'],
  steps: [STEP],
};

describe('parseVector', () => {
  it('reads a vector and fills in what is left out', () => {
    const parsed = parseVector(VECTOR);
    expect(parsed).toMatchObject({
      ok: true,
      vector: { id: 'stop/example', cwd: 'project', needs: [], settingSources: null, managed: null },
    });
    expect(parsed.ok && parsed.vector.steps).toEqual([{ ...STEP, write: {}, settleMs: 0 }]);
  });

  const step = (changes: object) => ({ ...VECTOR, steps: [{ ...STEP, ...changes }] });
  it.each([
    ['no object', [1], 'a vector must be an object, but is an array'],
    ['no version', { ...VECTOR, version: undefined }, '"version" must be 1'],
    ['a later version', { ...VECTOR, version: 2 }, '"version" must be 1'],
    ['no id', { ...VECTOR, id: undefined }, '"id" must be a string, but is nothing'],
    ['a title of another type', { ...VECTOR, title: 1 }, '"title" must be a string, but is the number 1'],
    ['a misspelt field', { ...VECTOR, stepz: [] }, '"stepz" is not known here; did you mean "steps"?'],
    [
      'an unknown need',
      { ...VECTOR, needs: ['luck'] },
      '"needs[0]" must be one of "permission-rules", "tool-schema", ',
    ],
    [
      'a need named like a built-in',
      { ...VECTOR, needs: ['toString'] },
      '"no-powershell", but is the string "toString"',
    ],
    [
      'files of another type',
      { ...VECTOR, files: { a: 1 } },
      '"files.a" must be a string, an object or a list, but is the number 1',
    ],
    [
      'a path that leads out',
      { ...VECTOR, files: { 'project/../../x': '' }, executable: [] },
      '"files["project/../../x"]" must be called by a relative path without ".."',
    ],
    [
      'an absolute path',
      { ...VECTOR, files: { '/etc/x': '' }, executable: [] },
      '"files["/etc/x"]" must be called by a relative path without ".."',
    ],
    [
      'a start directory that leads out',
      { ...VECTOR, cwd: '..' },
      '"cwd" must be a relative path without "..", but is the string ".."',
    ],
    [
      'a plugin that leads out',
      { ...VECTOR, plugins: ['../p'] },
      '"plugins[0]" must be a relative path without "..", but is the string "../p"',
    ],
    [
      'an edit that leads out',
      step({ write: { '../x': '' } }),
      '"steps[0].write["../x"]" must be called by a relative path without ".."',
    ],
    ['an executable that is not there', { ...VECTOR, executable: ['b'] }, '"b" is not among the files'],
    [
      'a settings file that is not there',
      { ...VECTOR, managed: 'm.json' },
      '"m.json" is not among the files',
    ],
    [
      'an unknown source',
      { ...VECTOR, settingSources: ['moon'] },
      '"settingSources[0]" must be one of "user", "project", "local", but is the string "moon"',
    ],
    [
      'a race of another type',
      { ...VECTOR, race: 'yes' },
      '"race" must be true or false, but is the string "yes"',
    ],
    ['no steps', { ...VECTOR, steps: [] }, '"steps" must be a list with at least one step'],
    [
      'a step that is not an object',
      { ...VECTOR, steps: [1] },
      '"steps[0]" must be an object, but is the number 1',
    ],
    [
      'a misspelt field of a step',
      step({ expects: {} }),
      '"steps[0].expects" is not known here; did you mean "expect"?',
    ],
    ['no event', step({ event: undefined }), '"steps[0].event" must be an object, but is nothing'],
    [
      'a time that is none',
      step({ settleMs: -1 }),
      '"steps[0].settleMs" must be milliseconds, but is the number -1',
    ],
    ['no expectation', step({ expect: {} }), '"steps[0].expect" must be an object with at least one key'],
    [
      'an unknown expectation',
      step({ expect: { blokced: true } }),
      '"steps[0].expect.blokced" is not known here; did you mean "blocked"?',
    ],
    [
      'an expectation named like a built-in',
      step({ expect: { valueOf: 1 } }),
      '"steps[0].expect.valueOf" is not known here',
    ],
    [
      'an expectation of another type',
      step({ expect: { blocked: 'yes' } }),
      '"steps[0].expect.blocked" must be true or false, but is the string "yes"',
    ],
    [
      'an expectation that needs another',
      step({ expect: { stdin: {} } }),
      '"stdin" needs "stdinOf" beside it',
    ],
  ])('refuses %s', (_, value, problem) => {
    const parsed = parseVector(value);
    expect(parsed.ok ? [] : parsed.problems.map(({ message }) => message)).toContainEqual(
      expect.stringContaining(problem),
    );
  });

  it('tells all problems at once', () => {
    const parsed = parseVector({ version: 1, steps: [{ event: 1, expect: { a: 1 } }] });
    expect(parsed.ok ? 0 : parsed.problems.length).toBe(5);
  });

  it('says where in the vector each problem is', () => {
    const parsed = parseVector({ ...VECTOR, cwd: '..', steps: [STEP, { ...STEP, expect: { blokced: 1 } }] });
    expect(parsed.ok ? [] : parsed.problems.map(({ path }) => path)).toEqual([
      ['steps', 1, 'expect', 'blokced'],
      ['cwd'],
    ]);
  });
});
