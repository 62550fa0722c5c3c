import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { fillIn } from './fill-in.js';

const EVENT: unknown = JSON.parse(`{
  "tool_name": "Edit",
  "tool_input": {"file_path": "/a b.ts", "edits": [{"old": "x"}, {"old": "y"}], "n": 3, "deep": {"ok": true}},
  "custom": null,
  "__proto__": {"hidden": "own"},
  "evil": "\${tool_name}"
}`);

/** `<path>` stands for a placeholder. */
const written = (text: string): string => text.replaceAll('<', `$${'{'}`).replaceAll('>', '}');

const fill = (text: string): unknown => fillIn({ text }, () => EVENT)['text'];

describe('placeholders', () => {
  it.each([
    ['<tool_name>', 'Edit'],
    ['<tool_input.file_path>', '/a b.ts'],
    ['check <tool_input.file_path> with <tool_name>!', 'check /a b.ts with Edit!'],
    ['<tool_input.edits.1.old>', 'y'],
    ['<tool_input.edits[0].old>', 'x'],
    ['<tool_input.edits.2.old>', ''],
    ['<tool_input.edits.length>', ''],
    ['< tool_name >', 'Edit'],
    ['<nothing>', ''],
    ['<nothing.at.all>', ''],
    ['<tool_name.length>', ''],
    ['<custom>', ''],
    ['<>', ''],
    ['<tool_input.n>', '3'],
    ['<tool_input.deep>', '{"ok":true}'],
    ['<tool_input.edits>', '[{"old":"x"},{"old":"y"}]'],
    ['<constructor>', ''],
    ['<tool_input.constructor.name>', ''],
    ['<tool_input.__proto__>', ''],
    ['<__proto__.hidden>', 'own'],
    ['<evil>', '<tool_name>'],
    ['$tool_name', '$tool_name'],
    ['<unclosed', '<unclosed'],
    ['plain', 'plain'],
  ])('%s → %s', (text, expected) => {
    expect(fill(written(text))).toBe(written(expected));
  });

  it('are found at any depth, in values and not in keys', () => {
    const name = written('<tool_name>');
    const input = { a: [name, { [name]: written('<tool_input.n>') }], n: 1, t: true, z: null };
    expect(fillIn(input, () => EVENT)).toEqual({
      a: ['Edit', { [name]: '3' }],
      n: 1,
      t: true,
      z: null,
    });
  });

  it('cost nothing where there are none', () => {
    const event = vi.fn();
    const input = { a: 'b', c: [1, { d: '$e' }] };
    expect(fillIn(input, event)).toBe(input);
    expect(event).not.toHaveBeenCalled();
  });

  it('a value is filled in as it is, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (value, around) => {
        const fixed = around.replaceAll('$', '');
        expect(fillIn({ x: `${fixed}\${v}${fixed}` }, () => ({ v: value }))['x']).toBe(fixed + value + fixed);
      }),
    );
  });
});
