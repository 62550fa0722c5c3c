import { describe, expect, it } from 'vitest';
import { nestsTooDeep } from './index.js';

describe('nestsTooDeep', () => {
  const deep = 20_000;
  it.each([
    ['brackets', `hooks: ${'['.repeat(deep)}`],
    ['braces', `hooks: ${'{a: '.repeat(deep)}`],
    ['brackets with quoted closing ones', `hooks: ${'["]",'.repeat(deep)}`],
    ['brackets over many lines', `hooks:\n${'[\n'.repeat(deep)}`],
    ['dashes', `hooks: ${'- '.repeat(deep)}x`],
    ['explicit keys', `${'? '.repeat(deep)}x`],
    ['indentation', Array.from({ length: 1500 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ])('%s', (_, text) => {
    expect(nestsTooDeep(text)).toBe(true);
  });

  it.each([
    [
      'an ordinary file',
      'name: tidy\nhooks:\n  PreToolUse:\n    - matcher: "Bash"\n      hooks: [{type: command}]\n',
    ],
    [
      'many hooks',
      '    - matcher: "Edit"\n      hooks: [{type: command, command: "\x24{A}/x"}]\n'.repeat(400),
    ],
    ['a long command', `command: ${'if [[ -n "\x24{X[0]}" ]]; then echo "{}"; fi; '.repeat(300)}`],
    ['a long line of prose', `description: ${'word '.repeat(5000)}`],
  ])('not %s', (_, text) => {
    expect(nestsTooDeep(text)).toBe(false);
  });
});
