// A hint that denies what a pattern would have found would let a secret through.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayTell } from './secret-hints.js';
import { IN_LONG_WORDS, TELLING } from './secret-shapes.js';
import { HARMLESS, SECRETS } from './testing/secret-samples.js';

/** The parts between the bars of a pattern, outside of brackets. */
function parts(source: string): readonly string[] {
  const found = [''];
  let depth = 0;
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at] ?? '';
    const last = found.length - 1;
    if (sign === '\\') {
      found[last] += source.slice(at, at + 2);
      at += 1;
      continue;
    }
    if (sign === '(' || sign === '[') depth += 1;
    if (sign === ')' || sign === ']') depth -= 1;
    if (sign === '|' && depth === 0) found.push('');
    else found[last] += sign;
  }
  return found;
}

/** Without what only looks around, which makes more texts of it, not fewer. */
const plain = (source: string): RegExp =>
  new RegExp(source.replace(/\(\?<?[=!](?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, ''));

const around = fc.string({ unit: fc.constantFrom(...'abz019-_.:/ \n\t"\\\u00a0\u2003éQ~'), maxLength: 12 });

const texts = (source: string): fc.Arbitrary<string> =>
  fc.tuple(around, fc.stringMatching(plain(source)), around).map((all) => all.join(''));

describe('a short text that a hint denies', () => {
  const groups = IN_LONG_WORDS.flatMap(({ may, telling, rules }) => {
    if (may === undefined) return [];
    const patterns = rules().flatMap(({ pattern }) =>
      parts(pattern.source.replace(/^\(\?<!.*?\]\)\(\?:(.*)\)$/s, '$1')),
    );
    return patterns.map((part) => ({ part, may, telling, rules }));
  });

  it.each(groups)('holds nothing of $part', ({ part, may, rules }) => {
    fc.assert(
      fc.property(texts(part), (text) => {
        const found = rules().some(({ pattern }) => text.search(pattern) >= 0);
        return !found || may(text);
      }),
      { numRuns: 300 },
    );
  });

  it.each(parts(TELLING.source))('tells nothing by %s', (part) => {
    fc.assert(
      fc.property(texts(part), (text) => {
        const lower = text.toLowerCase();
        return !TELLING.test(lower) || mayTell(lower);
      }),
      { numRuns: 300 },
    );
  });

  it('is none of the table', () => {
    for (const { text } of [...SECRETS, ...HARMLESS]) {
      const lower = text.toLowerCase();
      if (TELLING.test(lower)) expect(mayTell(lower), text).toBe(true);
      for (const { may, rules } of IN_LONG_WORDS)
        if (rules().some(({ pattern }) => text.search(pattern) >= 0))
          expect(may?.(text), text).not.toBe(false);
    }
  });

  it('is what most paths and commands are', () => {
    for (const text of ['/home/me/my-long-winded-project-name/src', 'npm run build', 'git status --short'])
      expect([mayTell(text.replace(' --', ' ')), IN_LONG_WORDS.some(({ may }) => may?.(text))]).toEqual([
        false,
        false,
      ]);
  });
});
