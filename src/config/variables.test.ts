// Which references to a folder with a space in its name the shell would split.
import { expect, test } from 'vitest';
import { codesOf, hook, on, Place } from './testing/place.js';

const ROOT = '$'.concat('{CLAUDE_PLUGIN_ROOT}');

const warns = (command: string, more = {}): boolean => {
  const place = new Place();
  place.write('project/.amplifier/hooks/my plugin/hooks.json', on('Stop', hook(command, more)));
  return codesOf(place.load()).includes('unquoted-path');
};

test.each([
  ['sh @/x', true],
  ['sh "@/x"', false],
  ['sh "@"/x', false],
  ["sh '@/x'", false],
  ['echo "a" @/x "b"', true],
  ['echo "say \\"hi\\"" @/x', true],
  ['echo "say \\" @/x"', false],
  ["echo 'it\\' @/x", true],
  ['echo \\" @/x', true],
  ['sh $CLAUDE_PLUGIN_ROOT/x', true],
  ['sh "$CLAUDE_PLUGIN_ROOT/x"', false],
  ['sh $CLAUDE_PLUGIN_ROOTS/x', false],
  ['echo CLAUDE_PLUGIN_ROOT', false],
])('%s', (command, expected) => {
  expect(warns(command.replace('@', ROOT))).toBe(expected);
});

test('without a shell nothing is split', () => {
  expect(warns('sh', { args: [`${ROOT}/x`] })).toBe(false);
});

test('a folder without a space needs no quotes', () => {
  const place = new Place();
  place.write('project/.amplifier/hooks/plugin/hooks.json', on('Stop', hook(`sh ${ROOT}/x`)));
  expect(codesOf(place.load())).toEqual([]);
});
