import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsoncParser, jsonOf, parseJson } from '../../text/index.js';
import { appendJson } from './append-json.js';

const jsonc = jsoncParser();
const read = (text: string): unknown => {
  const { tree, error } = parseJson(text);
  return error === null && tree !== null ? jsonOf(tree) : error;
};

it.each<[string, string, string]>([
  ['an empty array', '{"a": []}', '{"a": [\n  1\n]}'],
  [
    'a comment behind the last',
    '{\n  "a": [\n    0 // zero\n  ]\n}',
    '{\n  "a": [\n    0, // zero\n    1\n  ]\n}',
  ],
  ['a comment alone', '{\n  "a": [\n    // none\n  ]\n}', '{\n  "a": [\n    // none\n    1\n  ]\n}'],
  ['a comma too many', '{\n\t"a": [\n\t\t0, /* , */\n\t],\n}', '{\n\t"a": [\n\t\t0, /* , */\n\t\t1\n\t],\n}'],
  ['a comma in a comment', '{"a": [0 /* , */]}', '{"a": [0, /* , */\n  1\n]}'],
  ['one line', '{"a": [0]}', '{"a": [0,\n  1\n]}'],
  [
    'Windows',
    '{\r\n    "a": [\r\n        0\r\n    ]\r\n}',
    '{\r\n    "a": [\r\n        0,\r\n        1\r\n    ]\r\n}',
  ],
])('%s', (_what, before, after) => {
  expect(appendJson(before, { path: ['a'], key: null, value: 1 }, jsonc)).toBe(after);
});

it('adds a key', () => {
  const text = '{\n  "a": 1 // one\n}\n';
  expect(appendJson(text, { path: [], key: 'b', value: { c: [2] } }, jsonc)).toBe(
    '{\n  "a": 1, // one\n  "b": {\n    "c": [\n      2\n    ]\n  }\n}\n',
  );
});

it('adds to any JSON, however it is laid out, and changes nothing else', () => {
  const json = fc.dictionary(fc.constantFrom('b', 'c', '//', '"'), fc.jsonValue());
  const space = fc.constantFrom(0, 1, 2, 4, '\t');
  fc.assert(
    fc.property(json, fc.array(fc.jsonValue()), fc.jsonValue(), space, (rest, list, item, indent) => {
      const before = JSON.stringify({ ...rest, list }, null, indent);
      const after = appendJson(before, { path: ['list'], key: null, value: item }, jsonc);
      expect(read(after)).toEqual(read(JSON.stringify({ ...rest, list: [...list, item] })));
    }),
  );
});
