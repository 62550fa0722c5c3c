import { describe, expect, it } from 'vitest';
import { similarName, similarNames } from './similar.js';

describe('similarName', () => {
  it.each<[string, string | null]>([
    ['Bahs', 'Bash'],
    ['bash', 'Bash'],
    ['Bsh', 'Bash'],
    ['WebFetsh', 'WebFetch'],
    ['WbFtch', 'WebFetch'],
    ['x', null],
    ['', null],
    ['Database', null],
  ])('%s: %s', (name, expected) => {
    expect(similarName(name, ['Edit', 'Bash', 'WebFetch'])).toBe(expected);
  });
});

describe('similarNames', () => {
  it.each([
    ['guard', ['gaurd', 'guard-2', 'other', 'guards'], ['gaurd', 'guards']],
    ['ab', ['ac', 'xyz'], ['ac']],
    ['x', [], []],
    // Not one letter stays.
    ['8', ['r', '8'], ['8']],
    ['8', ['r'], []],
  ])('%s of %j', (name, known, expected) => {
    expect(similarNames(name, known)).toEqual(expected);
  });

  it('compares what it is told to', () => {
    const squash = (name: string): string => name.replaceAll('-', '');
    expect(similarNames('pre-tol-use', ['PreToolUse', 'Stop'], { by: squash, most: 1 })).toEqual([
      'PreToolUse',
    ]);
  });
});
