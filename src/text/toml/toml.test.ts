import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldOf, jsonOf } from '../index.js';
import { parseToml } from './toml.js';

const read = (text: string): unknown => {
  const toml = parseToml(text);
  return toml.ok ? jsonOf(toml.tree) : `${toml.at}: ${toml.why}`;
};

describe('parseToml', () => {
  it.each<[string, string, unknown]>([
    ['nothing', '# a comment\n\n', {}],
    ['plain values', 'a = 1\nb = -2.5\nc = true # yes\nd = "x"', { a: 1, b: -2.5, c: true, d: 'x' }],
    [
      'numbers in other clothes',
      'a = 1_000\nb = 0xff\nc = 0o17\nd = 0b11\ne = 1e3',
      { a: 1000, b: 255, c: 15, d: 3, e: 1000 },
    ],
    ['moments', 'a = 1979-05-27 07:32:00Z\nb = 07:32:00', { a: '1979-05-27 07:32:00Z', b: '07:32:00' }],
    [
      'strings',
      `a = "q\\"\\u00e9\\t"\nb = 'C:\\n'\nc = """\nx\\\n   y"z"""\nd = '''\ni\\n'''`,
      { a: 'q"é\t', b: 'C:\\n', c: 'xy"z', d: 'i\\n' },
    ],
    ['quotes before the end of a long string', 'a = """"x"""""', { a: '"x""' }],
    ['dotted and quoted names', 'a.b."c d" = 1\na.e = 2', { a: { b: { 'c d': 1 }, e: 2 } }],
    ['tables', '[a.b]\nx = 1\n[a]\ny = 2', { a: { b: { x: 1 }, y: 2 } }],
    [
      'tables of tables',
      '[[a]]\nx = 1\n[[a.b]]\ny = 2\n[[a.b]]\ny = 3\n[[a]]\nx = 4',
      { a: [{ x: 1, b: [{ y: 2 }, { y: 3 }] }, { x: 4 }] },
    ],
    [
      'lists over several lines',
      'a = [\n  1, # one\n  [2],\n  { b = 3, c = { d = 4 } },\n]\r\ne = []',
      { a: [1, [2], { b: 3, c: { d: 4 } }], e: [] },
    ],
    ['a name like a built-in one', '__proto__ = 1', JSON.parse('{"__proto__": 1}')],
  ])('%s', (_what, text, value) => {
    expect(read(text)).toEqual(value);
  });

  it.each<[string, string, string]>([
    ['no value', 'a =', '3: Unspecified values are invalid'],
    ['no equals sign', 'a 1', '2: Expected equal (=) token'],
    ['two on a line', 'a = 1 b = 2', '6: Must be a newline'],
    ['a word', 'a = yes', '4: Unexpected character'],
    ['twice', 'a = 1\na = 2', '6: Defining a key multiple times is invalid'],
    ['a table twice', '[a]\n[a]', '5: Defining a key multiple times is invalid'],
    ['into a closed table', 'a = {}\n[a.b]', '8: Defining a key multiple times is invalid'],
    ['a table of dotted names again', 'a.b = 1\n[a]', '9: Defining a key multiple times is invalid'],
    ['an open string', 'a = "x', '6: Unterminated string constant'],
    ['an open list', 'a = [1', '6: Unterminated array'],
    ['a wrong escape', 'a = "\\q"', '6: Invalid character in escape sequence'],
    ['an open header', '[a', '2: Unterminated table-key'],
  ])('says where %s is wrong', (_what, text, problem) => {
    expect(read(text)).toBe(problem);
  });

  it.each([
    ['lists', `a = ${'['.repeat(100_000)}`],
    ['closed lists', `a = ${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['lists after a quoted quote', `b = """\\"""""\na = ${'['.repeat(300)}`],
    ['tables', `a = ${'{a='.repeat(100_000)}`],
    ['names', `${'a.'.repeat(100_000)}a = 1`],
    ['headers', `[${'a.'.repeat(150)}a]\n${'b.'.repeat(150)}b = 1`],
  ])('is not impressed by endless nesting of %s', (_what, text) => {
    expect(read(text)).toMatch(/^\d+: it nests too deep$/);
  });

  it('counts no bracket inside a string or a comment', () => {
    const many = '[{'.repeat(300);
    const text = `a = "\\"${many}"\nb = '${many}' # ${many}\nc = """"${many}\n"""\nd = '''\n${many}'''`;
    expect(read(text)).toEqual({ a: `"${many}`, b: many, c: `"${many}\n`, d: many });
  });

  it('knows where things stand', () => {
    const toml = parseToml('x = 1\n[[a]]\nb = "c"');
    const list = toml.ok && toml.tree.kind === 'object' ? fieldOf(toml.tree, 'a') : undefined;
    expect(list).toMatchObject({ kind: 'array', at: 6, items: [{ at: 6, entries: [{ at: 12 }] }] });
  });

  it('never throws', () => {
    const pieces = fc.constantFrom(
      'a',
      '=',
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      '.',
      '\n',
      '\\',
      '1',
      '#',
      ',',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        parseToml(parts.join(''));
      }),
      { numRuns: 2000 },
    );
  });

  it('reads back every string that JSON can write', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(read(`a = ${JSON.stringify(text).replaceAll('\u007f', '\\u007f')}`)).toEqual({ a: text });
      }),
    );
  });
});
