// What switches hooks off, and which variables settings files add.
import { describe, expect, test } from 'vitest';
import type { Generation, SourceReport, VoicedList } from '../nouns.js';
import { ALL, everything, everywhere, stop } from './testing/everywhere.js';
import { commandsOf, hook, type Options, on, Place, REGISTRY } from './testing/place.js';

const stateOf = (generation: Generation, file: string): SourceReport['state'] | undefined =>
  generation.sources.find((source) => source.file === file)?.state;

describe('switches', () => {
  const off = (generation: Generation) =>
    generation.hooks
      .filter(({ inactive }) => inactive !== null)
      .map(({ handler }) => (handler.type === 'command' ? handler.command : ''));

  test('enabled: false', () => {
    const generation = everywhere().load({ ...everything, enabled: false });
    expect(generation.hooks).toHaveLength(13);
    for (const { inactive } of generation.hooks)
      expect(inactive).toEqual({ code: 'disabled', detail: 'the option enabled is false' });
    expect(generation.sources.every(({ state }) => state === 'off')).toBe(true);
  });

  test('allow_user_hooks and allow_project_hooks', () => {
    const place = everywhere();
    const user = place.load({ ...everything, allowUserHooks: false });
    expect(off(user)).toEqual(['user', 'user-a', 'claude-user']);
    expect(user.hooks.find(({ source }) => source.scope === 'user')?.inactive).toEqual({
      code: 'not-allowed',
      detail: 'the option allow_user_hooks is false',
    });
    expect(stateOf(user, place.path('home/.claude/settings.json'))).toBe('off');
    const project = place.load({ ...everything, allowProjectHooks: false });
    expect(off(project)).toEqual(['project', 'project-a', 'project-b', 'claude-project', 'claude-local']);
  });

  const managed = { ...everything.claudeSettings };

  test.each([
    ['claude-code', 'home/.claude/settings.json', ['managed']],
    ['claude-code', 'project/.claude/settings.json', ['managed']],
    ['claude-code', 'project/.claude/settings.local.json', ['managed']],
    ['claude-code', 'flag.json', ['managed']],
    ['claude-code', 'managed.json', []],
    ['amplifier', 'home/.claude/settings.json', ['managed']],
    ['amplifier', 'flag.json', ['managed']],
    ['amplifier', 'managed.json', []],
    [
      'amplifier',
      'project/.claude/settings.json',
      ['user', 'user-a', 'managed', 'claude-user', 'flag', 'plugin', 'skill', 'agent'],
    ],
    [
      'amplifier',
      'project/.claude/settings.local.json',
      ['user', 'user-a', 'managed', 'claude-user', 'flag', 'plugin', 'skill', 'agent'],
    ],
  ] as const)('%s: disableAllHooks in %s', (profile, file, left) => {
    const place = everywhere();
    const command = { 'managed.json': 'managed', 'flag.json': 'flag' }[file as string] ?? `x`;
    place.write(file, { disableAllHooks: true, ...stop(command) });
    const generation = place.load({ ...everything, claudeSettings: managed, profile });
    expect(commandsOf(generation).filter((name) => name !== 'x')).toEqual(left);
    for (const { inactive } of generation.hooks)
      if (inactive !== null)
        expect(inactive).toEqual({
          code: 'disabled',
          detail: `"disableAllHooks" is true in ${place.path(file)}`,
        });
  });

  test('the usual precedence decides', () => {
    const place = everywhere();
    place.write('project/.claude/settings.json', { disableAllHooks: true, ...stop('claude-project') });
    place.write('project/.claude/settings.local.json', { disableAllHooks: false });
    for (const profile of ['amplifier', 'claude-code'] as const)
      expect(off(place.load({ ...everything, profile }))).toEqual([]);
    place.write('flag.json', { disableAllHooks: true });
    expect(commandsOf(place.load({ ...everything, profile: 'claude-code' }))).toEqual(['managed']);
    place.write('managed.json', { disableAllHooks: false });
    expect(off(place.load({ ...everything, profile: 'claude-code' }))).toEqual([]);
  });

  test('plugins, skills and agents inside the project are the project’s', () => {
    const place = everywhere();
    place.write('project/.claude/settings.json', { disableAllHooks: true });
    place.write('project/plug/hooks/hooks.json', stop('inside'));
    const generation = place.load({ claudeSettings: ALL, plugins: ['plug', '../plugin'] });
    expect(off(generation)).toEqual(['project', 'project-a', 'project-b', 'claude-local', 'inside']);
  });

  test('allowManagedHooksOnly', () => {
    const place = everywhere();
    const file = place.write('managed.json', { allowManagedHooksOnly: true, ...stop('managed') });
    const generation = place.load(everything);
    expect(commandsOf(generation)).toEqual(['managed']);
    expect(generation.hooks[0]?.inactive).toEqual({
      code: 'not-allowed',
      detail: `"allowManagedHooksOnly" is true in ${file}`,
    });
  });

  test.each([
    [true, ['managed', 'plugin']],
    [['hooks'], ['managed', 'plugin']],
    [
      ['skills', 'hooks'],
      ['managed', 'plugin'],
    ],
    [['skills'], null],
    [[], null],
    [false, null],
  ])('strictPluginOnlyCustomization: %j', (value, left) => {
    const place = everywhere();
    const all = commandsOf(place.load(everything));
    const file = place.write('managed.json', { strictPluginOnlyCustomization: value, ...stop('managed') });
    const generation = place.load(everything);
    expect(commandsOf(generation)).toEqual(left ?? all);
    if (left !== null)
      expect(generation.hooks.find(({ source }) => source.scope === 'skill')?.inactive).toEqual({
        code: 'not-allowed',
        detail: `"strictPluginOnlyCustomization" in ${file} leaves hooks to plugins`,
      });
  });

  test('a project that is kept out switches nothing off', () => {
    const place = everywhere();
    place.write('project/.claude/settings.json', { disableAllHooks: true });
    const generation = place.load({ ...everything, profile: 'claude-code', allowProjectHooks: false });
    expect(commandsOf(generation)).toContain('claude-user');
  });

  test('a hook that is switched off in its entry stays visible', () => {
    const place = new Place();
    const file = place.write(REGISTRY, on('Stop', hook('a', { enabled: false })));
    expect(place.load().hooks[0]?.inactive).toEqual({
      code: 'disabled',
      detail: `"enabled": false in ${file}, line 1`,
    });
  });

  test('a hook whose type the event does not allow', () => {
    const place = new Place();
    place.write(REGISTRY, on('SessionStart', { type: 'http', url: 'http://localhost/' }));
    expect(place.load().hooks[0]?.inactive?.code).toBe('handler-not-allowed');
  });
});

describe('variables of settings files', () => {
  test('the stronger scope wins, managed first of all', () => {
    const place = new Place();
    place.write('managed.json', { env: { A: 'managed' } });
    place.write('home/.claude/settings.json', { env: { A: 'user', B: 'user', C: 'user', D: 'user' } });
    place.write('project/.claude/settings.json', { env: { B: 'project', C: 'project', D: 'project' } });
    place.write('project/.claude/settings.local.json', { env: { C: 'local', D: 'local' } });
    place.write('flag.json', { env: { A: 'flag', D: 'flag' } });
    const { env } = place.load(everything);
    expect(env.map(({ voice }) => voice)).toEqual(['user', 'project', 'project', 'user', 'managed']);
    const seen = Object.assign({}, ...env.map(({ variables }) => variables));
    expect(seen).toEqual({ A: 'managed', B: 'project', C: 'local', D: 'flag' });
  });

  test('a scope that is not allowed adds none', () => {
    const place = new Place();
    place.write('project/.claude/settings.json', { env: { NODE_OPTIONS: '--require ./x.js' } });
    expect(place.load({ claudeSettings: ALL, allowProjectHooks: false }).env).toEqual([]);
  });

  test('names and values that no environment can hold are left out', () => {
    const place = new Place();
    place.write(
      'project/.claude/settings.json',
      '{"env": {"A=B": "x", "": "x", "N": "a\\u0000b", "__proto__": "p", "OK": "1"}}',
    );
    const { env } = place.load({ claudeSettings: ALL });
    expect(env.map(({ variables }) => Object.keys(variables))).toEqual([['__proto__', 'OK']]);
  });

  test('a file that is dropped as a whole adds none', () => {
    const place = new Place();
    place.write('project/.claude/settings.json', {
      env: { A: '1' },
      disableAllHooks: true,
      ...on('PreToolUse', {}),
    });
    place.write('home/.claude/settings.json', stop('user'));
    const generation = place.load({ claudeSettings: ALL, profile: 'claude-code' });
    expect(generation.env).toEqual([]);
    expect(commandsOf(generation)).toEqual(['user']);
  });
});

describe('lists for http hooks', () => {
  const FILES = {
    managed: 'managed.json',
    user: 'home/.claude/settings.json',
    project: 'project/.claude/settings.json',
    local: 'project/.claude/settings.local.json',
    flag: 'flag.json',
  } as const;
  type Lists = Partial<Record<keyof typeof FILES, unknown>>;

  const load = (key: string, lists: Lists, options: Options) => {
    const place = new Place();
    for (const file of [FILES.managed, FILES.flag]) place.write(file, {});
    for (const [scope, file] of Object.entries(FILES)) {
      const list = Object.entries(lists).find(([name]) => name === scope)?.[1];
      if (list !== undefined) place.write(file, { [key]: list });
    }
    const { claudeSettings } = everything;
    return place.load({ claudeSettings, ...options }).http;
  };

  const TABLE: readonly (readonly [string, Lists, Readonly<Record<string, unknown>>])[] = [
    ['nobody', {}, {}],
    ['an empty one', { project: [] }, { project: [] }],
    ['one', { user: ['a', 'b'] }, { user: ['a', 'b'] }],
    ['user and flag are one voice', { user: ['a', 'b'], flag: ['b', 'c'] }, { user: ['a', 'b', 'c'] }],
    ['project and local are one voice', { project: ['a'], local: ['b'] }, { project: ['a', 'b'] }],
    [
      'each voice has its own',
      { managed: ['a'], user: ['b'], project: ['c'] },
      { managed: ['a'], user: ['b'], project: ['c'] },
    ],
    ['one that cannot be read allows nothing', { user: 'https://a/*' }, { user: [] }],
    ['an item that cannot be read', { user: ['a', 7] }, { user: ['a'] }],
  ];
  const byVoice = (lists: readonly VoicedList[]) =>
    Object.fromEntries(lists.map(({ voice, items }) => [voice, items]));

  test.each(TABLE)('%s', (_title, lists, expected) => {
    const urls = load('allowedHttpHookUrls', lists, {});
    expect([byVoice(urls.allowedUrls), urls.allowedEnvVars]).toEqual([expected, []]);
    const variables = load('httpHookAllowedEnvVars', lists, {});
    expect([variables.allowedUrls, byVoice(variables.allowedEnvVars)]).toEqual([[], expected]);
  });

  test('a project that is kept out says nothing, a user that is kept out still limits', () => {
    const options = { allowProjectHooks: false, allowUserHooks: false };
    expect(load('allowedHttpHookUrls', { project: ['a'] }, options).allowedUrls).toEqual([]);
    expect(byVoice(load('allowedHttpHookUrls', { user: ['a'] }, options).allowedUrls)).toEqual({
      user: ['a'],
    });
  });

  test('another list is another generation', () => {
    const place = new Place();
    place.write(FILES.project, { allowedHttpHookUrls: ['a'] });
    const before = place.load({ claudeSettings: ALL }).id;
    place.write(FILES.project, { allowedHttpHookUrls: [] });
    expect(place.load({ claudeSettings: ALL }).id).not.toBe(before);
  });
});
