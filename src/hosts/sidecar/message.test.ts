import { expect, it } from 'vitest';
import { idsTogether, readMessage } from './message.js';

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

it.each([
  ['two', '{"jsonrpc":"2.0","id":2,"method":"a"}{"jsonrpc":"2.0","id":"}{","method":"b"}', [2, '}{']],
  ['three with blanks', '{"method":"a","id":1} {} \t{"id":3,"x":{"id":4}}', [1, null, 3]],
  ['one', '{"id":2}', []],
  ['one that is not JSON', '{"id":2,}', []],
  ['one with a brace too many', '{"id":2}}', []],
  ['a whole one and a part', '{"jsonrpc":"2.0","id":2,"method":"a"}{"id":', []],
])('ids of messages on one line: %s', (_title, line, ids) => {
  expect(idsTogether(line)).toEqual(ids);
});
