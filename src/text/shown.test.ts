import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shown, shownBlock, shownJson } from './shown.js';

/** Named one by one, so that the classes of the implementation are not their own proof. */
const DANGEROUS =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}\ud800-\udfff]/u;

const hidden = fc.constantFrom(
  ...['\u001b', '\u0007', '\r', '\n', '\t', '\0', '\u007f', '\u009b', '\u00ad', '\u061c', '\u200b', '\u200d'],
  ...['\u200f', '\u2028', '\u202e', '\u2066', '\u2069', '\ufeff', '\ufe0f', '\ud800', '\udc00', '\u{e0041}'],
);
const text = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), hidden, fc.constantFrom('a', '\\', '👩', '👩‍💻', '⚠️')))
  .map((parts) => parts.join(''));

describe('what a terminal is shown', () => {
  it.each([
    ['plain "text", é, 漢字 and ⇒', 'plain "text", é, 漢字 and ⇒'],
    ['\u001b[2J\u001b]0;title\u0007', '\\u001b[2J\\u001b]0;title\\u0007'],
    ['one\ntwo\r\tthree\0', 'one\\ntwo\\r\\tthree\\u0000'],
    ['\u009b31m\u007f', '\\u009b31m\\u007f'],
    ['access\u202e level\u2066\u2069\u061c', 'access\\u202e level\\u2066\\u2069\\u061c'],
    ['rm\u200b -rf\ufeff', 'rm\\u200b -rf\\ufeff'],
    ['a\u2028b', 'a\\u2028b'],
    ['half \ud83d', 'half \\ud83d'],
    ['tag \u{e0041}', 'tag \\udb40\\udc41'],
    ['👩‍💻 ⚠️ 👍🏽', '👩‍💻 ⚠️ 👍🏽'],
    ['1\ufe0f a\u200db ⚠\ufe0f\ufe0f', '1\\ufe0f a\\u200db ⚠\ufe0f\\ufe0f'],
    ['C:\\u001b', 'C:\\u001b'],
  ])('%j is shown as %j', (given, expected) => {
    expect(shown(given)).toBe(expected);
  });

  it('is never dangerous, and stays what it is when it is shown again', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(shown(given)).not.toMatch(DANGEROUS);
        expect(shown(shown(given))).toBe(shown(given));
        for (const line of shownBlock(given).split(/[\n\t]/)) expect(line).not.toMatch(DANGEROUS);
      }),
    );
  });

  it('tells different texts apart, as long as they hold no backslash', () => {
    const honest = text.map((given) => given.replaceAll('\\', ''));
    fc.assert(fc.property(honest, honest, (one, other) => (shown(one) === shown(other)) === (one === other)));
  });

  it('a block keeps its lines and tabs', () => {
    expect(shownBlock('a\r\n\tb\rc\n\u001b')).toBe('a\n\tb\\rc\n\\u001b');
  });

  it('JSON means the same, and is not dangerous either', () => {
    fc.assert(
      fc.property(fc.dictionary(text, text), fc.constantFrom(0, 2), (value, indent) => {
        const json = shownJson(JSON.stringify(value, null, indent));
        expect(json.replaceAll('\n', '')).not.toMatch(DANGEROUS);
        expect(JSON.parse(json)).toEqual(value);
      }),
    );
  });
});
