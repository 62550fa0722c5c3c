import { expect, it } from 'vitest';
import { commandHook, cpuMs } from '../testing/index.js';
import { tagOf } from './tag.js';

it.each([
  ['sh "$VECTOR_HOOKS/A.sh"', null, 'A'],
  ['sh "$VECTOR_HOOKS/SIBLING.sh" ', null, 'SIBLING'],
  ['sh "$CLAUDE_PLUGIN_ROOT/hook.sh" PLUG', null, 'PLUG'],
  ["sh '$CLAUDE_PLUGIN_ROOT/hook.sh' SINGLEQ", null, 'SINGLEQ'],
  ['./hook.sh', ['BARE'], 'BARE'],
  ['sh', ['/somewhere/B.sh'], 'B'],
  ['exit 0', null, 'exit 0'],
])('the tag of %j with arguments %j is %j', (command, args, tag) => {
  expect(tagOf(commandHook(command, { args }))).toBe(tag);
});

it('a very long command is no burden', async () => {
  const long = commandHook(`: ${'x'.repeat(1_000_000)}`);
  expect(await cpuMs(() => tagOf(long))).toBeLessThan(1000);
});
