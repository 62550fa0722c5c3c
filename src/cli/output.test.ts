import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Output, painted } from './output.js';

function written(work: (output: Output) => unknown): string {
  const stream = new PassThrough();
  work(new Output(stream));
  return String(stream.read());
}

it('a line is one line, and only our own colours are colours', () => {
  const line = `${painted('a\u001b[31m\nb', 1, 22)} \u001b[2J`;
  expect(written((output) => output.lines([line, 'c']))).toBe(
    '\u001b[1ma\\u001b[31m\\nb\u001b[22m \\u001b[2J\nc\n',
  );
});

it('nobody can write a colour who does not know the secret', () => {
  const mark = painted('', 31, 39).replace(/[0-9a-f]{8}-/g, '00000000-');
  expect(written((output) => output.lines([mark]))).not.toContain('\u001b');
  expect(written((output) => output.lines(['\0;31m\u001b[31m']))).toBe('\\u0000;31m\\u001b[31m\n');
});

it('halves of a character on both sides of a colour stay halves', () => {
  expect(written((output) => output.lines([`\ud83d${painted('\ude00', 2, 22)}`]))).toBe(
    '\\ud83d\u001b[2m\\ude00\u001b[22m\n',
  );
});

it('a text has lines of its own; a bar stays on its line', () => {
  expect(written((output) => output.text('a\n\u001bb'))).toBe('a\n\\u001bb');
  expect(written((output) => output.over('a\n\u001bb'))).toBe('\ra\\n\\u001bb\u001b[K');
});

it('programs get what they are sent, and JSON that means the same', () => {
  expect(written((output) => output.data('\u001b\u202e'))).toBe('\u001b\u202e');
  expect(written((output) => output.json({ a: '\u001b\u202e\u009b' }, 0))).toBe(
    '{"a":"\\u001b\\u202e\\u009b"}\n',
  );
});
