import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffLines } from './diff.js';

it.each<[string, string, string, readonly string[]]>([
  ['nothing', 'a\n', 'a\n', []],
  ['a new file', '', 'a\nb\n', ['+a', '+b']],
  ['one line', 'a\nb\nc\n', 'a\nx\nc\n', [' a', '-b', '+x', ' c']],
  [
    'far apart',
    '1\n2\n3\n4\n5\n6\n7\n8\n9\n',
    '0\n2\n3\n4\n5\n6\n7\n8\n0\n',
    ['-1', '+0', ' 2', ' 3', ' 4', '…', ' 6', ' 7', ' 8', '-9', '+0'],
  ],
])('%s', (_what, before, after, lines) => {
  expect(diffLines(before, after)).toEqual(lines);
});

it('holds every line of both texts, in order', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 7 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      if (lines.includes('…') || lines.length === 0) return;
      const side = (mark: string) =>
        lines
          .filter((line) => !line.startsWith(mark))
          .map((line) => line.slice(1))
          .join('\n');
      expect([side('+'), side('-')]).toEqual([before, after]);
    }),
  );
});
