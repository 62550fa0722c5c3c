import { expect, it } from 'vitest';
import { readMessage } from './message.js';

it.each([
  ['a number', '{"jsonrpc":"2.0","id":7,"method"', 7],
  ['a word', '{"id":"a b","x"', 'a b'],
  ['a word with a raw control character', '{"id":"a\u0001b",', null],
  ['a raw tab', '{"id":"\t"}', null],
  ['a number that JSON does not have', '{"id":007,', null],
  ['nothing that is closed', '{"id":"a', null],
  ['an id that stands deeper', '{"params":{"id":7,', null],
])('a line that is not JSON is answered under its id, where that is plain: %s', (_title, line, id) => {
  expect(readMessage(line)).toMatchObject({ kind: 'wrong', id });
});
