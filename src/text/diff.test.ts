import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffLines, NO_NEWLINE } from './diff.js';

it.each<[string, string, string, readonly string[]]>([
  ['nothing', 'a\n', 'a\n', []],
  ['a new file', '', 'a\nb\n', ['@@ -1 +1 @@', '+a', '+b']],
  ['one line', 'a\nb\nc\n', 'a\nx\nc\n', ['@@ -1 +1 @@', ' a', '-b', '+x', ' c']],
  [
    'far apart',
    '1\n2\n3\n4\n5\n6\n7\n8\n9\n',
    '0\n2\n3\n4\n5\n6\n7\n8\n0\n',
    ['@@ -1 +1 @@', '-1', '+0', ' 2', ' 3', '@@ -7 +7 @@', ' 7', ' 8', '-9', '+0'],
  ],
  ['only the end of the last line', 'a', 'a\n', ['@@ -1 +1 @@', `-a${NO_NEWLINE}`, '+a']],
  ['a mark that cannot be seen', '\uFEFFa\n', 'a\n', ['@@ -1 +1 @@', '-<BOM>a', '+a']],
])('%s', (_what, before, after, lines) => {
  expect(diffLines(before, after)).toEqual(lines);
});

it('holds every line that differs, in order', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 7 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
      const of = (whole: string) => whole.split('\n').length;
      expect(count('+') - count('-')).toBe(of(after) - of(before));
      expect(lines.length > 0).toBe(before !== after);
    }),
  );
});
