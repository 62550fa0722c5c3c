import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentsOf, wordsOf } from './shell-words.js';

const words = (command: string) => segmentsOf(command).map((segment) => segment.words);

describe('segments', () => {
  it.each([
    ['a b; c', [['a', 'b'], ['c']]],
    ['a && b || c | d', [['a'], ['b'], ['c'], ['d']]],
    ['a\nb', [['a'], ['b']]],
    ['a & b', [['a'], ['b']]],
    ['a 2>&1 b', [['a', 'b']]],
    ['a &>log b', [['a', 'b']]],
    ['echo "a; b" \'c | d\'', [['echo', 'a; b', 'c | d']]],
    ['a \\; b', [['a', ';', 'b']]],
    ['', []],
    [' ;; ', []],
  ])('%j', (command, expected) => {
    expect(words(command)).toEqual(expected);
  });

  it('an open quote reaches to the end and is split at white space', () => {
    expect(segmentsOf('ls; echo "a ; rm -rf .')).toEqual([
      { text: 'ls', words: ['ls'], balanced: true },
      { text: ' echo "a ; rm -rf .', words: ['echo', '"a', ';', 'rm', '-rf', '.'], balanced: false },
    ]);
    expect(segmentsOf('echo "a\\"')).toMatchObject([{ balanced: false }]);
  });
});

describe('words', () => {
  it.each([
    ['rm -rf "a b" \'c d\' e\\ f', ['rm', '-rf', 'a b', 'c d', 'e f']],
    ['a"b"\'c\'d', ['abcd']],
    ['\\rm -rf .', ['rm', '-rf', '.']],
    ['rm \\\n -rf \\\n.', ['rm', '-rf', '.']],
    ['rm -rf . 2>/dev/null', ['rm', '-rf', '.']],
    ['rm -rf .>log', ['rm', '-rf', '.']],
    ['rm -rf . > log 2> err < in', ['rm', '-rf', '.']],
    ['rm -rf x2>log', ['rm', '-rf', 'x2']],
    ['(rm -rf .)', ['rm', '-rf', '.']],
    ['a ""', ['a', '']],
    ['"a\\"b" "c\\d"', ['a"b', 'c\\d']],
    ['a \\', ['a']],
  ])('%j', (command, expected) => {
    expect(wordsOf(command)).toEqual(expected);
  });

  it('quoting a word and reading it gives the word', () => {
    const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
    fc.assert(
      fc.property(fc.array(fc.string()), (list) => {
        expect(wordsOf(list.map(quoted).join(' '))).toEqual(list);
      }),
    );
  });
});
