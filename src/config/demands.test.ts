// Hooks that the administrator requires: which hook meets a requirement, and what is shut where none does.
import { describe, expect, test } from 'vitest';
import type { Judge } from './judge.js';
import { hook, type Options, on, Place, REGISTRY } from './testing/place.js';
import { GATES, managed, ruled, shut } from './testing/policy.js';

const USER = 'home/.amplifier/hooks/hooks.json';

/** A judge by whom everything of a project is in one state. */
const judge =
  (trust: 'trusted' | 'new' | 'changed'): Judge =>
  () => ({
    files: [],
    settings: () => trust === 'trusted',
    hook: (one) => {
      one.trust = one.voice === 'project' ? trust : 'own';
    },
    together: (hooks) => hooks,
    server: () => null,
    diagnostics: () => [],
  });

describe('required hooks', () => {
  const guard = { event: 'PreToolUse', command: '/opt/guard*' };
  const group = (matcher: string | null, ...hooks: readonly unknown[]) => ({
    hooks: { PreToolUse: [{ ...(matcher === null ? {} : { matcher }), hooks }] },
  });

  test.each<[string, unknown, unknown, boolean]>([
    ['of the user', guard, on('PreToolUse', hook('/opt/guard --all')), true],
    ['another command', guard, on('PreToolUse', hook('/tmp/guard')), false],
    ['another event', guard, on('PostToolUse', hook('/opt/guard')), false],
    ['in the background', guard, on('PreToolUse', hook('/opt/guard', { async: true })), false],
    ['once', guard, on('PreToolUse', hook('/opt/guard', { once: true })), false],
    ['for no tool', guard, group('Nothing', hook('/opt/guard')), false],
    ['for every tool', guard, group('*', hook('/opt/guard')), true],
    ['with an if', guard, on('PreToolUse', hook('/opt/guard', { if: 'Bash(never)' })), false],
    ['with the stated matcher', { ...guard, matcher: 'Bash' }, group('Bash', hook('/opt/guard')), true],
    ['with another matcher', { ...guard, matcher: 'Bash' }, group('Read', hook('/opt/guard')), false],
    ['switched off in its file', guard, on('PreToolUse', hook('/opt/guard', { enabled: false })), false],
    ['any for the event', { event: 'PreToolUse' }, on('PreToolUse', hook('x')), true],
    [
      'an address',
      { event: 'PreToolUse', url: 'https://guard.corp/*' },
      on('PreToolUse', { type: 'http', url: 'https://guard.corp/x' }),
      true,
    ],
    [
      'with arguments',
      { event: 'PreToolUse', command: '/opt/guard --all' },
      on('PreToolUse', hook('/opt/guard', { args: ['--all'] })),
      true,
    ],
  ])('%s', (_title, demand, content, met) => {
    const place = ruled({ require: [demand] });
    place.write(USER, content);
    const generation = place.load(managed);
    expect(shut(generation)).toEqual(met ? [] : GATES);
    expect(generation.hooks[0]?.required === true).toBe(met);
  });

  test('by id, which stands for event, matcher, condition and command', () => {
    const place = new Place();
    place.write(USER, group('Bash', hook('guard')));
    const id = place.load().hooks[0]?.id;
    place.write('managed.json', { hookPolicy: { require: [{ id }] } });
    expect(shut(place.load(managed))).toEqual([]);
    place.write(USER, group('Read', hook('guard')));
    expect(shut(place.load(managed))).toEqual(GATES);
  });

  test('a plugin with all of its hooks', () => {
    const place = ruled({ require: [{ plugin: 'corp-*' }] });
    const file = 'home/.amplifier/hooks/corp-guard/hooks.json';
    expect(shut(place.load(managed))).toEqual(GATES);
    place.write(file, { hooks: { ...group('Bash', hook('a')).hooks, ...on('Stop', hook('b')).hooks } });
    expect(shut(place.load(managed))).toEqual([]);
    place.write(file, {
      hooks: { ...group('Bash', hook('a')).hooks, Stop: [{ hooks: [{ type: 'command' }] }] },
    });
    expect(place.load(managed).policy.demands[0]?.unmet).toContain('an entry is set aside');
    place.write(file, { hooks: { ...group('Bash', hook('a')).hooks, ...on('Stop', hook('b')).hooks } });
    const id = place.load(managed).hooks.find(({ event }) => event === 'Stop')?.id ?? '';
    place.write('home/.amplifier/hooks-state.json', { version: 1, hooks: { [id]: { state: 'disabled' } } });
    expect(place.load(managed).policy.shut.PreToolUse).toContain(`amplifier-hooks enable ${id}`);
  });

  test('a project’s plugin of that name neither meets the requirement nor spoils it', () => {
    const place = ruled({ require: [{ plugin: 'corp-guard' }] });
    place.write('project/.amplifier/hooks/corp-guard/hooks.json', on('PreToolUse', hook('evil')));
    expect(place.load({ ...managed, judge: judge('new') }).policy.demands[0]?.unmet).toContain(
      'nobody approved it',
    );
    place.write('home/.amplifier/hooks/corp-guard/hooks.json', on('PreToolUse', hook('mine')));
    expect(shut(place.load({ ...managed, judge: judge('new') }))).toEqual([]);
  });

  test.each<['trusted' | 'new' | 'changed', readonly string[], string]>([
    ['trusted', [], ''],
    ['new', GATES, 'nobody approved it'],
    ['changed', GATES, 'it changed since its user approved it'],
  ])('of a project, %s', (state, events, says) => {
    const place = ruled({ require: [guard] });
    place.write(REGISTRY, on('PreToolUse', hook('/opt/guard')));
    const generation = place.load({ ...managed, judge: judge(state) });
    expect(shut(generation)).toEqual(events);
    expect(generation.policy.shut.PreToolUse ?? '').toContain(says);
  });

  test('where trust is off, a project does not vouch for itself', () => {
    const place = ruled({ require: [guard] });
    place.write(REGISTRY, on('PreToolUse', hook('/opt/guard')));
    const off = { stated: 'off', usual: 'off' } as const;
    expect(shut(place.load({ ...managed, judge: judge('trusted'), trust: off }))).toEqual(GATES);
  });

  test.each<[string, readonly string[]]>([
    ['UserPromptSubmit', [...GATES, 'UserPromptSubmit']],
    ['SessionStart', GATES],
    ['Stop', GATES],
  ])('for %s shut the gates, and the event where it can be held back', (event, events) => {
    expect(shut(ruled({ require: [{ event }] }).load(managed))).toEqual(events);
  });

  test.each<[string, Options, string]>([
    ['enabled: false', { enabled: false }, 'the option enabled is false'],
    ['allow_user_hooks: false', { allowUserHooks: false }, 'the option allow_user_hooks is false'],
  ])('that %s keeps from running', (_title, options, says) => {
    const place = ruled({ require: [guard] });
    place.write(USER, on('PreToolUse', hook('/opt/guard')));
    expect(place.load({ ...managed, ...options }).policy.shut.PreToolUse).toContain(says);
  });

  test('that stand in a file which is broken', () => {
    const place = ruled({ require: [guard] });
    place.write(USER, '{"hooks": ');
    expect(place.load(managed).policy.shut.PreToolUse).toContain('is not valid JSON');
  });
});
