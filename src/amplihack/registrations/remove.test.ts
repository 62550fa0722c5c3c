import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOurCommand, isOurEntry } from './ours.js';
import { withoutOurs } from './remove.js';

describe('our commands', () => {
  it.each([
    '/home/alice/.local/bin/amplihack-hooks pre-tool-use',
    'amplihack-hooks stop',
    '"/a b/amplihack-hooks" session-end',
    "'/a b/amplihack-hooks' 'user-prompt' --more",
    '/a\\ b/amplihack-hooks agentStop',
    'python3 ~/.claude/tools/amplihack/hooks/stop.py',
    '"$HOME/.claude/tools/amplihack/hooks/pre tool.py"',
  ])('%s', (command) => {
    expect(isOurCommand(command)).toBe(true);
  });

  it.each([
    'amplihack-hooks',
    'amplihack-hooks pre-tool-use-more',
    'amplihack-hooks stop.sh',
    'my-amplihack-hooks stop',
    'echo amplihack-hooks stop',
    'cat tools/amplihack/hooks/notes.txt',
    '',
  ])('not %s', (command) => {
    expect(isOurCommand(command)).toBe(false);
  });

  it('an entry is no more than its command', () => {
    for (const entry of [null, 5, {}, { command: 5 }, ['amplihack-hooks stop']])
      expect(isOurEntry(entry)).toBe(false);
    expect(isOurEntry({ command: 'amplihack-hooks stop', timeout: 5 })).toBe(true);
  });
});

const OURS = { type: 'command', command: '/x/amplihack-hooks stop' };
const entry = fc.oneof(
  fc.constant(OURS),
  fc.record({ type: fc.constant('command'), command: fc.string() }).filter((value) => !isOurEntry(value)),
  fc.jsonValue({ maxDepth: 1 }),
);
const wrapper = fc.oneof(
  fc.record(
    { matcher: fc.string(), hooks: fc.array(entry), more: fc.jsonValue({ maxDepth: 1 }) },
    { requiredKeys: [] },
  ),
  fc.jsonValue({ maxDepth: 1 }),
);
const settings = fc.record(
  {
    hooks: fc.dictionary(
      fc.constantFrom('Stop', 'PreToolUse', '"', 'é'),
      fc.oneof(fc.array(wrapper), fc.jsonValue({ maxDepth: 1 })),
    ),
    permissions: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const layout = fc.constantFrom(undefined, 0, 2, 4, '\t');

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The same on values instead of text. */
function expected(value: Json): Json {
  const isObject = (each: Json | undefined): each is { [key: string]: Json } =>
    typeof each === 'object' && each !== null && !Array.isArray(each);
  if (!isObject(value) || !isObject(value['hooks'])) return value;
  const lists = Object.entries(value['hooks']).flatMap(([event, list]): [string, Json][] => {
    if (!Array.isArray(list)) return [[event, list]];
    const wrappers = list.flatMap((each): Json[] => {
      const hooks = isObject(each) ? each['hooks'] : undefined;
      if (!isObject(each) || !Array.isArray(hooks)) return [each];
      const kept = hooks.filter((one) => !isOurEntry(one));
      return kept.length === 0 && hooks.length > 0 ? [] : [{ ...each, hooks: kept }];
    });
    return wrappers.length === 0 && list.length > 0 ? [] : [[event, wrappers]];
  });
  return { ...value, hooks: Object.fromEntries(lists) };
}

describe('removing', () => {
  it('takes ours out, all of them and nothing else, in any layout', () => {
    fc.assert(
      fc.property(settings, layout, (value, space) => {
        const text = JSON.stringify(value, null, space);
        const left = withoutOurs(text);
        const parsed: Json = JSON.parse(text);
        expect(JSON.parse(left)).toEqual(expected(parsed));
        // A layout that was regular stays regular.
        expect(left).toBe(JSON.stringify(expected(parsed), null, space));
      }),
    );
  });

  it('leaves everything else as it is written', () => {
    const text =
      '\n{ "a":1.0,  "a" : 12345678901234567890,\t"hooks":{"Stop" :[ {"hooks":[{"command":"amplihack-hooks stop"} ,{"command" : "x"}]}]}}\n\n';
    expect(withoutOurs(text)).toBe(
      '\n{ "a":1.0,  "a" : 12345678901234567890,\t"hooks":{"Stop" :[ {"hooks":[{"command" : "x"}]}]}}\n\n',
    );
  });
});
