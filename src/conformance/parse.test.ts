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
    ['no object', [1], 'a vector must be a JSON object'],
    ['no version', { ...VECTOR, version: undefined }, '"version" must be 1'],
    ['a later version', { ...VECTOR, version: 2 }, '"version" must be 1'],
    ['no id', { ...VECTOR, id: undefined }, '"id" is missing'],
    ['a title of another type', { ...VECTOR, title: 1 }, '"title" must be a text'],
    ['a misspelt field', { ...VECTOR, stepz: [] }, '"stepz" is no field of a vector'],
    ['an unknown need', { ...VECTOR, needs: ['luck'] }, '"needs" names "luck", which is not known'],
    [
      'a need named like a built-in',
      { ...VECTOR, needs: ['toString'] },
      '"needs" names "toString", which is not known',
    ],
    [
      'files of another type',
      { ...VECTOR, files: { a: 1 } },
      '"files" must be an object of paths and contents',
    ],
    [
      'a path that leads out',
      { ...VECTOR, files: { 'project/../../x': '' }, executable: [] },
      'must not contain ".."',
    ],
    [
      'an absolute path',
      { ...VECTOR, files: { '/etc/x': '' }, executable: [] },
      'the path "/etc/x" must be relative',
    ],
    ['a start directory that leads out', { ...VECTOR, cwd: '..' }, 'the path ".." must be relative'],
    ['a plugin that leads out', { ...VECTOR, plugins: ['../p'] }, 'the path "../p" must be relative'],
    ['an edit that leads out', step({ write: { '../x': '' } }), 'the path "../x" must be relative'],
    ['an executable that is not there', { ...VECTOR, executable: ['b'] }, '"b" is not among the files'],
    [
      'a settings file that is not there',
      { ...VECTOR, managed: 'm.json' },
      '"m.json" is not among the files',
    ],
    ['an unknown source', { ...VECTOR, settingSources: ['moon'] }, '"settingSources" must be'],
    ['a race of another type', { ...VECTOR, race: 'yes' }, '"race" has the wrong type'],
    ['no steps', { ...VECTOR, steps: [] }, '"steps" must be a list with at least one step'],
    ['a step that is no object', { ...VECTOR, steps: [1] }, 'step 1: it must be an object'],
    ['a misspelt field of a step', step({ expects: {} }), 'step 1: "expects" is no field of a step'],
    ['no event', step({ event: undefined }), 'step 1: "event" must be an object'],
    ['a time that is none', step({ settleMs: -1 }), 'step 1: "settleMs" must be a count'],
    ['no expectation', step({ expect: {} }), 'step 1: "expect" must be an object with at least one key'],
    [
      'an unknown expectation',
      step({ expect: { blokced: true } }),
      'step 1: "blokced" is no key of "expect"',
    ],
    [
      'an expectation named like a built-in',
      step({ expect: { valueOf: 1 } }),
      '"valueOf" is no key of "expect"',
    ],
    [
      'an expectation of another type',
      step({ expect: { blocked: 'yes' } }),
      '"blocked" of "expect" must be true or false',
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
