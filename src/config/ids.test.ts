// Ids follow content, not place; and what is broken never changes them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EVENT_NAMES } from '../events/index.js';
import { commandsOf, hook, on, Place, REGISTRY } from './testing/place.js';

const idOf = (content: unknown, path = REGISTRY): string => {
  const place = new Place();
  place.write(path, content);
  const [first] = place.load().hooks;
  return first?.id ?? '';
};

describe('the id of a hook', () => {
  /** Ids are written down by people and kept in files: this one must never change. */
  const id = 'd11ef1a807';

  test('is short, and the same on every machine', () => {
    expect(idOf(on('Stop', hook('a')))).toBe(id);
  });

  test('does not depend on file, place or options of the hook', () => {
    expect(idOf(on('Stop', hook('a')), 'home/.amplifier/hooks/hooks.json')).toBe(id);
    expect(idOf({ hooks: { PreToolUse: [], Stop: [{ hooks: [] }, { hooks: [null, hook('a')] }] } })).toBe(id);
    expect(
      idOf(on('Stop', hook('a', { timeout: 3, async: true, statusMessage: 'x', description: 'y' }))),
    ).toBe(id);
  });

  test.each([
    ['event', on('PreToolUse', hook('a'))],
    ['matcher', { hooks: { Stop: [{ matcher: 'x', hooks: [hook('a')] }] } }],
    ['condition', on('Stop', hook('a', { if: 'Bash' }))],
    ['command', on('Stop', hook('b'))],
    ['args', on('Stop', hook('a', { args: [] }))],
    ['type', on('Stop', { type: 'prompt', prompt: 'a' })],
  ])('depends on the %s', (_name, content) => {
    expect(idOf(content)).not.toBe(id);
  });

  test('depends on the plugin, but not on where it is installed', () => {
    const here = idOf(on('Stop', hook('a')), 'project/.amplifier/hooks/p/hooks.json');
    const there = idOf(on('Stop', hook('a')), 'home/.amplifier/hooks/p/hooks/hooks.json');
    const other = idOf(on('Stop', hook('a')), 'project/.amplifier/hooks/q/hooks.json');
    expect(here).toBe(there);
    expect(new Set([id, here, other]).size).toBe(3);
  });

  test('does not depend on the order of keys in the input of a tool', () => {
    const tool = (input: unknown) => idOf(on('Stop', { type: 'mcp_tool', server: 's', tool: 't', input }));
    expect(tool({ a: { x: 1, y: 2 }, b: 2 })).toBe(tool({ b: 2, a: { y: 2, x: 1 } }));
    expect(tool({ a: 1 })).not.toBe(tool({ a: 2 }));
  });

  test('numbers exact duplicates in declared order', () => {
    const place = new Place();
    place.write(REGISTRY, on('Stop', hook('a'), hook('b'), hook('a', { timeout: 1 }), hook('a')));
    expect(place.load().hooks.map((one) => one.id)).toEqual([id, expect.any(String), `${id}-2`, `${id}-3`]);
  });
});

interface Plain {
  readonly event: string;
  readonly matcher: string;
  readonly command: string;
}
const plainHooks = fc.uniqueArray(
  fc.record({
    event: fc.constantFrom(...EVENT_NAMES.slice(0, 6)),
    matcher: fc.constantFrom('', 'Bash', 'Write|Edit'),
    command: fc.stringMatching(/^[a-z]{1,8}$/),
  }),
  { minLength: 1, maxLength: 8, selector: (one) => JSON.stringify(one) },
);
const eventMap = (hooks: readonly Plain[]): Record<string, unknown[]> => {
  const map: Record<string, unknown[]> = {};
  for (const { event, matcher, command } of hooks) {
    map[event] ??= [];
    map[event].push({ matcher, hooks: [hook(command)] });
  }
  return map;
};

test('ids do not depend on order and distribution', () => {
  fc.assert(
    fc.property(
      plainHooks.chain((hooks) =>
        fc.tuple(
          fc.constant(hooks),
          fc.shuffledSubarray(hooks, { minLength: hooks.length }),
          fc.nat(hooks.length),
        ),
      ),
      ([hooks, shuffled, cut]) => {
        const one = new Place();
        one.write(REGISTRY, { hooks: eventMap(hooks) });
        const other = new Place();
        other.write(REGISTRY, { hooks: eventMap(shuffled.slice(0, cut)) });
        other.write('home/.amplifier/hooks/hooks.json', { hooks: eventMap(shuffled.slice(cut)) });
        const ids = (place: Place) =>
          place
            .load()
            .hooks.map(({ id }) => id)
            .sort();
        expect(ids(one)).toEqual(ids(other));
        expect(ids(one)).toHaveLength(hooks.length);
      },
    ),
    { numRuns: 60 },
  );
});

const broken: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    7,
    true,
    {},
    [],
    [[null]],
    { type: 'command' },
    { type: 'banana', command: 'x' },
    { type: 'command', command: 5 },
    { type: 'command', command: 'x', shell: 'sh' },
    { matcher: { type: 'always' }, hooks: [{ type: 'command', command: 'x' }] },
    { hooks: 5 },
    { type: 'http', url: 'nowhere' },
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

test('a broken entry anywhere takes no other with it', () => {
  const seen = { aside: 0 };
  const place = new Place();
  fc.assert(
    fc.property(
      plainHooks,
      broken,
      fc.nat(),
      fc.constantFrom('hook', 'group', 'event'),
      (hooks, bad, at, where) => {
        place.write(REGISTRY, { hooks: eventMap(hooks) });
        const before = place.load();

        const map = eventMap(hooks);
        const names = Object.keys(map);
        const groups = map[names[at % names.length] ?? ''] ?? [];
        if (where === 'event') map[`Unknown${at}`] = [bad];
        else if (where === 'group') groups.splice(at % (groups.length + 1), 0, bad);
        else groups.splice(at % (groups.length + 1), 0, { hooks: [bad] });
        place.write(REGISTRY, { hooks: map });
        const after = place.load();

        const ids = before.hooks.map(({ id }) => id);
        expect(after.hooks.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids);
        seen.aside += after.quarantined.length;
        for (const { problem } of after.quarantined) expect(after.diagnostics).toContain(problem);
      },
    ),
    { numRuns: 200 },
  );
  expect(seen.aside).toBeGreaterThan(50);
});

describe('the id of a generation', () => {
  const load = (content: unknown, options = {}) => {
    const place = new Place();
    place.write(REGISTRY, content);
    return place.load(options).id;
  };

  test('is the same for equal content in another folder', () => {
    const id = load(on('Stop', hook('a')));
    expect(load(on('Stop', hook('a')))).toBe(id);
    expect(
      load(`{\n\n "description": "x", "hooks": {"Stop": [ {"hooks": [${JSON.stringify(hook('a'))}]}]}}`),
    ).toBe(id);
  });

  test.each([
    ['a timeout', on('Stop', hook('a', { timeout: 3 })), {}],
    ['another hook', on('Stop', hook('a'), hook('b')), {}],
    ['a switch', on('Stop', hook('a')), { enabled: false }],
    ['a limit', on('Stop', hook('a')), { maxTimeout: 7 }],
    ['the profile', on('Stop', hook('a')), { profile: 'claude-code' }],
  ])('changes with %s', (_name, content, options) => {
    expect(load(content, options)).not.toBe(load(on('Stop', hook('a'))));
  });
});

test('a generation cannot be changed', () => {
  const place = new Place();
  place.write(REGISTRY, on('Stop', hook('a')));
  const generation = place.load();
  for (const part of [
    generation,
    generation.hooks,
    generation.hooks[0],
    generation.hooks[0]?.handler,
    generation.diagnostics,
  ])
    expect(Object.isFrozen(part)).toBe(true);
});

test('nothing that anybody writes makes loading throw', { timeout: 120_000 }, () => {
  const settings = { sources: ['project'], flagFile: null, managedFile: null } as const;
  const value = fc.jsonValue({ maxDepth: 4 });
  const text = fc.oneof(
    fc.string(),
    value.map((content) => JSON.stringify(content)),
    value.map((content) => JSON.stringify({ hooks: content })),
    value.map((content) => JSON.stringify({ hooks: { PreToolUse: content, Stop: [content] } })),
    value.map((content) => JSON.stringify({ hooks: { Stop: [{ hooks: content, matcher: content }] } })),
    fc
      .dictionary(
        fc.constantFrom(
          'type',
          'command',
          'args',
          'url',
          'headers',
          'timeout',
          'if',
          'shell',
          'prompt',
          'env',
        ),
        value,
      )
      .map((content) =>
        JSON.stringify({ ...on('PreToolUse', content), env: content, contractVersion: content }),
      ),
  );
  const place = new Place();
  fc.assert(
    fc.property(text, fc.constantFrom('amplifier' as const, 'claude-code' as const), (content, profile) => {
      for (const path of [
        REGISTRY,
        'project/.claude/settings.json',
        'project/.amplifier/hooks/p/plugin.json',
        'project/.amplifier/hooks/p/hooks/hooks.json',
      ])
        place.write(path, content);
      place.write('project/SKILL.md', `---\nhooks: ${content}\n---\n`);
      const generation = place.load({
        profile,
        claudeSettings: settings,
        skills: ['SKILL.md'],
        agents: ['SKILL.md'],
      });
      for (const { message, hint } of generation.diagnostics)
        expect(message.length * (hint?.length ?? 0)).toBeGreaterThan(0);
      expect(commandsOf(generation, true)).toHaveLength(generation.hooks.length);
    }),
    { numRuns: 300 },
  );
});
