// The short way through valid JSON and the long way through everything else tell the same.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonOf, parseJson, type Tree } from './index.js';
import { parseTolerantly } from './tolerant-json.js';

const blank = fc.stringMatching(/^[ \t\r\n]{0,3}$/);

/** JSON text with odd spacing and escapes. */
const json = fc
  .tuple(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }), fc.integer({ min: 0, max: 4 }), blank, blank)
  .map(([value, indent, before, after]) => before + JSON.stringify(value, null, indent) + after);

/** The text an `at` points to starts with the value it belongs to. */
function check(tree: Tree, text: string): void {
  const here = text[tree.at];
  if (tree.kind === 'object') {
    expect(here).toBe('{');
    for (const entry of tree.entries) {
      expect(text[entry.at]).toBe('"');
      check(entry.value, text);
    }
  } else if (tree.kind === 'array') {
    expect(here).toBe('[');
    for (const item of tree.items) check(item, text);
  } else expect(JSON.stringify(tree.value)[0]).toBe(tree.value === null ? 'n' : here);
}

describe('valid JSON', () => {
  test('gives the value, with places, and both ways agree', () => {
    fc.assert(
      fc.property(json, (text) => {
        const short = parseJson(text);
        expect(short).toEqual(parseTolerantly(text));
        if (short.tree === null) throw new Error('no tree');
        expect(JSON.stringify(jsonOf(short.tree))).toBe(JSON.stringify(JSON.parse(text)));
        check(short.tree, text);
      }),
    );
  });

  test.each([
    '"\\\\"',
    '["\\"", "a\\\\", "\\u00e9\\n", "b"]',
    '{"a\\"b": "\\\\\\"", "c": [], "d": {}}',
    '[1.5e-3, -0, true, false, null]',
    '  {"a" : [ 1 , 2 ] }  ',
    '{"a": 1, "a": 2, "b": {"a": 3}}',
  ])('%s', (text) => {
    expect(parseJson(text)).toEqual(parseTolerantly(text));
    expect(
      parseJson(text).tree && jsonOf(parseJson(text).tree ?? { kind: 'scalar', at: 0, value: null }),
    ).toEqual(JSON.parse(text));
  });

  test('duplicate keys are noted, and the last one counts', () => {
    const { duplicates, tree } = parseJson('{"a": 1, "b": 2, "a": 3}');
    expect(duplicates.map(({ key, at }) => [key, at])).toEqual([['a', 17]]);
    expect(tree && jsonOf(tree)).toEqual({ a: 3, b: 2 });
  });

  test('a key called __proto__ is a key like any other', () => {
    const { tree } = parseJson('{"__proto__": {"x": 1}}');
    const value = tree && jsonOf(tree);
    expect(Object.keys(value ?? {})).toEqual(['__proto__']);
  });

  test.each([199, 200, 201, 100_000])('%d levels deep', (depth) => {
    const text = '['.repeat(depth) + ']'.repeat(depth);
    expect(parseJson(text).tooDeepAt).toBe(depth > 200 ? 200 : null);
    expect(parseTolerantly(text).tooDeepAt).toBe(depth > 200 ? 200 : null);
  });
});

test('no text makes it throw', () => {
  const pieces = fc.array(
    fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', 'a', '1', '//', '/*', '*/', '\n', 'null', ' '),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        pieces.map((parts) => parts.join('')),
      ),
      (text) => {
        const { tree, error, tooDeepAt } = parseJson(text);
        expect(tree !== null || error !== null || tooDeepAt !== null).toBe(true);
      },
    ),
    { numRuns: 1000 },
  );
});
