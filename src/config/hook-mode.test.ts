// Who may say that a hook only observes, and which word counts.
import { expect, test } from 'vitest';
import type { Hook } from '../nouns.js';
import { ALL } from './testing/everywhere.js';
import { hook, on, Place, REGISTRY } from './testing/place.js';

const USER_HOOKS = 'home/.amplifier/hooks/hooks.json';
const USER = 'home/.amplifier/hooks-state.json';
const PROJECT = 'project/.amplifier/hooks-state.json';
const PLUGIN = 'project/.amplifier/hooks/linter';
const OBSERVE = { mode: 'observe' } as const;
const idOf = ({ hooks }: { readonly hooks: readonly Hook[] }): string => hooks[0]?.id ?? '';

/** The commands of hooks that only observe, with who says so. */
const observing = (place: Place, options: Parameters<Place['load']>[0] = {}): readonly string[] =>
  place
    .load(options)
    .hooks.flatMap(({ handler, observes }) =>
      observes === undefined || handler.type !== 'command' ? [] : [`${handler.command}: ${observes.by}`],
    );

test('a hook, a file and a plugin can say so, and a hook can say otherwise', () => {
  const place = new Place();
  place.write(REGISTRY, on('Stop', hook('a', OBSERVE), hook('b')));
  place.write(USER_HOOKS, { ...OBSERVE, ...on('Stop', hook('c'), hook('d', { mode: 'enforce' })) });
  place.write(`${PLUGIN}/.claude-plugin/plugin.json`, { name: 'linter', hookMode: 'observe' });
  place.write(`${PLUGIN}/hooks/hooks.json`, on('Stop', hook('e')));
  place.write(
    `${PLUGIN}/skills/tidy/SKILL.md`,
    '---\nname: tidy\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: f\n---\n',
  );
  expect(observing(place).toSorted()).toEqual(['a: hook', 'c: source', 'e: source', 'f: source']);
  expect(observing(place, { profile: 'claude-code' })).toEqual([]);
});

test('a settings file says it for its own hooks', () => {
  const place = new Place();
  place.write('home/.claude/settings.json', { hookMode: 'observe', ...on('Stop', hook('mine')) });
  place.write('project/.claude/settings.json', on('Stop', hook('theirs')));
  const options = { claudeSettings: ALL };
  expect(observing(place, options)).toEqual(['mine: source']);
});

test('a file that says something else is told so, and its hooks count', () => {
  const place = new Place();
  place.write(REGISTRY, { mode: 'shadow', ...on('Stop', hook('a')) });
  expect(observing(place)).toEqual([]);
  expect(place.load().diagnostics.map(({ code }) => code)).toEqual(['field-value']);
});

test('the user can have hooks of the project observe, and have them count', () => {
  const place = new Place();
  place.write(REGISTRY, on('Stop', hook('a')));
  const id = idOf(place.load());
  for (const profile of ['amplifier', 'claude-code'] as const) {
    place.write(USER, { version: 1, hooks: { [id]: { mode: 'observe' } } });
    expect(observing(place, { profile })).toEqual(['a: switch']);
    place.write(USER, { version: 1, hooks: { [id]: { state: 'enabled' } } });
    expect(observing(place, { profile })).toEqual([]);
  }
  place.write(REGISTRY, on('Stop', hook('a', OBSERVE)));
  place.write(USER, { version: 1, hooks: { [id]: { mode: 'enforce' } } });
  expect(observing(place)).toEqual([]);
});

test('a project has no say about hooks of the user, and nobody about those of the administrator', () => {
  const place = new Place();
  place.write(USER_HOOKS, on('PreToolUse', hook('guard')));
  const id = idOf(place.load());
  place.write(PROJECT, { version: 1, hooks: { [id]: { mode: 'observe' } } });
  expect(observing(place)).toEqual([]);
  // A repetition with another mode is one of the project, and the user's counts.
  place.write(REGISTRY, on('PreToolUse', hook('guard', OBSERVE)));
  const mine = place.load().hooks.find(({ voice }) => voice === 'user');
  expect(mine?.observes).toBeUndefined();

  const other = new Place();
  const managedFile = other.path('managed.json');
  other.write('managed.json', on('PreToolUse', hook('admin')));
  const options = { claudeSettings: { ...ALL, managedFile } };
  other.write(USER, { version: 1, hooks: { [idOf(other.load(options))]: { mode: 'observe' } } });
  expect(observing(other, options)).toEqual([]);
  other.write('managed.json', on('PreToolUse', hook('admin', OBSERVE)));
  expect(observing(other, options)).toEqual(['admin: hook']);
});

test('a hook that the administrator requires is not there while it only observes', () => {
  const place = new Place();
  place.write(USER_HOOKS, on('PreToolUse', hook('guard')));
  const id = idOf(place.load());
  place.write('managed.json', { hookPolicy: { require: [{ id }] } });
  const options = { claudeSettings: { ...ALL, managedFile: place.path('managed.json') } };
  expect(place.load(options).policy.shut).toEqual({});
  place.write(USER, { version: 1, hooks: { [id]: { mode: 'observe' } } });
  expect(place.load(options).policy.shut.PreToolUse).toContain('it only observes');
});

test('budgets of hooks and of events', () => {
  const place = new Place();
  place.write(REGISTRY, {
    budgets: { PreToolUse: { ms: 200 }, Nothing: { ms: 1 }, Stop: { ms: 'long' } },
    ...on('PreToolUse', hook('a', { budget: { ms: 50, tokens: 100 } }), hook('b')),
  });
  const { hooks, budgets, diagnostics } = place.load();
  expect(hooks.map(({ budget }) => budget)).toEqual([{ ms: 50, tokens: 100 }, undefined]);
  expect(budgets).toMatchObject([{ event: 'PreToolUse', ms: 200, tokens: null, voice: 'project', line: 1 }]);
  expect(diagnostics.map(({ message }) => message)).toEqual([
    '"Nothing" in "budgets" is not an event; it is ignored',
    '"ms" must be a number greater than 0, but is the string "long"; it is ignored',
  ]);
  expect(place.load({ profile: 'claude-code' }).budgets).toBeUndefined();
});
