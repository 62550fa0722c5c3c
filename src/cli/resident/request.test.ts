// What a caller sends, in whatever pieces it arrives.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BLOCK_BYTES } from './protocol.js';
import { type Progress, RequestReader } from './request.js';

const KEY = 'k'.repeat(32);
const EVENT = JSON.stringify({ hook_event_name: 'PreToolUse', text: 'größer 日本語 🎉'.repeat(3000) });

interface Sent {
  readonly key?: string;
  readonly words?: readonly string[];
  readonly env?: readonly string[];
  readonly event?: string;
  readonly bytes?: number;
}

function message({ key = KEY, words = [], env = ['A=1'], event = EVENT, bytes }: Sent = {}): Buffer {
  const whole = Buffer.from(event);
  const blocks = Array.from({ length: Math.max(1, Math.ceil(whole.length / BLOCK_BYTES)) }, (_, index) =>
    whole.subarray(index * BLOCK_BYTES, (index + 1) * BLOCK_BYTES),
  );
  const head = `${key} 77 ${words.length} ${env.length} ${blocks.length} ${bytes ?? whole.length}`;
  const strings = [head, '/work', 'limits', ...words, ...env, ...blocks].map((one) => Buffer.from(one));
  return Buffer.concat(strings.flatMap((one) => [one, Buffer.from([0])]));
}

function read(bytes: Buffer, cuts: readonly number[] = []): readonly Progress[] {
  const reader = new RequestReader(KEY);
  const ends = [...new Set([...cuts, bytes.length])]
    .filter((end) => end <= bytes.length)
    .sort((a, b) => a - b);
  return ends.map((end, index) => reader.push(bytes.subarray(ends[index - 1] ?? 0, end)));
}

const last = (progress: readonly Progress[]): Progress | undefined =>
  progress.findLast(({ kind }) => kind === 'whole' || kind === 'refused');

it('is the same in any pieces', () => {
  const bytes = message({
    words: ['--host', 'claude', ''],
    env: ['A=1', 'B=two\nlines', 'A=2', 'none', '=odd'],
  });
  const request = {
    pid: 77,
    cwd: '/work',
    limits: 'limits',
    words: ['--host', 'claude', ''],
    env: { A: '1', B: 'two\nlines' },
    event: EVENT,
  };
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 12 }), (cuts) => {
      expect(last(read(bytes, cuts))).toEqual({ kind: 'whole', request });
    }),
  );
});

it('says when a block is here and the next is awaited', () => {
  const bytes = message();
  const ends = [...bytes.keys()].filter((index) => bytes[index] === 0).map((index) => index + 1);
  const kinds = read(bytes, ends).map(({ kind }) => kind);
  expect(kinds).toEqual(['more', 'more', 'more', 'more', 'block', 'block', 'whole']);
});

it.each([
  ['another key', message({ key: 'x'.repeat(32) })],
  ['a shorter key', message({ key: 'k' })],
  ['a key and more', message({ key: `${KEY}k` })],
  ['no key', Buffer.from(' 1 0 0 1 2\0')],
  ['fewer bytes than it says', message({ bytes: EVENT.length * 4 })],
  ['a head without an end', Buffer.alloc(10_000, 'k')],
  ['numbers that are none', Buffer.from(`${KEY} 1 -1 0 1 2\0`)],
  ['no block', Buffer.from(`${KEY} 1 0 0 0 0\0`)],
  ['too many blocks', Buffer.from(`${KEY} 1 0 0 999 2\0`)],
  ['too many words', Buffer.from(`${KEY} 1 99999 0 1 2\0`)],
  ['a word without an end', Buffer.concat([Buffer.from(`${KEY} 1 1 0 1 2\0`), Buffer.alloc(1_000_000, 'w')])],
])('refuses %s', (_title, bytes) => {
  expect(last(read(bytes))).toEqual({ kind: 'refused' });
});

it('knows nobody before the key was right', () => {
  const reader = new RequestReader(KEY);
  reader.push(Buffer.from(KEY));
  expect(reader.isKnown).toBe(false);
  reader.push(Buffer.from(' 1 0 0 1 2\0'));
  expect(reader.isKnown).toBe(true);
});
