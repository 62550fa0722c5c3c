// The administrator's policy: who is bound by it, and what shuts the gates.
import { describe, expect, test } from 'vitest';
import type { Generation, TrustMode } from '../nouns.js';
import { followed } from './hook-policy.js';
import { configRequest, loadGeneration, reloadGeneration } from './index.js';
import type { Judge } from './judge.js';
import { commandsOf, hook, type Options, on, Place, REGISTRY } from './testing/place.js';

const USER = 'home/.amplifier/hooks/hooks.json';
const managed = {
  claudeSettings: { sources: ['user', 'project', 'local'], flagFile: null, managedFile: '../managed.json' },
} as const;

const ruled = (policy: unknown, more: Readonly<Record<string, unknown>> = {}): Place => {
  const place = new Place();
  place.write('managed.json', { hookPolicy: policy, ...more });
  return place;
};
const shut = ({ policy }: Generation): readonly string[] => Object.keys(policy.shut).sort();
const GATES = ['PermissionRequest', 'PreToolUse'];

/** A judge by whom everything of a project is in one state. */
const judge =
  (trust: 'trusted' | 'new' | 'changed'): Judge =>
  () => ({
    files: [],
    settings: () => trust === 'trusted',
    hook: (one) => (one.voice === 'project' ? { ...one, trust } : { ...one, trust: 'own' }),
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

describe('sources', () => {
  const everywhere = (policy: unknown): Place => {
    const place = ruled({ sources: policy }, on('Stop', hook('managed')));
    place.write(USER, on('Stop', hook('user')));
    place.write(REGISTRY, on('Stop', hook('project')));
    place.write('home/.amplifier/hooks/corp-a/hooks.json', on('Stop', hook('corp')));
    place.write('home/.amplifier/hooks/other/hooks.json', on('Stop', hook('other')));
    place.write('project/.amplifier/hooks/corp-b/hooks.json', on('Stop', hook('theirs')));
    place.write(
      'home/skills/tidy/SKILL.md',
      '---\nname: tidy\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: skill\n---\n',
    );
    place.write('home/.amplifier/hooks.lock.json', {
      version: 1,
      plugins: {
        'corp-a': { source: 'guard@acme', marketplace: 'acme' },
        other: { source: 'github:bob/other', marketplace: null },
      },
    });
    return place;
  };
  const options = { ...managed, skills: ['../home/skills/tidy/SKILL.md'] };

  test.each<[unknown, readonly string[]]>([
    [{ refuse: ['project'] }, ['corp', 'managed', 'other', 'skill', 'user']],
    [{ refuse: ['plugin'] }, ['managed', 'project', 'skill', 'user']],
    [{ refuse: ['user'] }, ['corp', 'managed', 'other', 'project', 'theirs']],
    [{ refuse: ['skill:t*'] }, ['corp', 'managed', 'other', 'project', 'theirs', 'user']],
    [{ refuse: ['plugin:corp-*'] }, ['managed', 'other', 'project', 'skill', 'user']],
    [{ allow: ['user'] }, ['managed', 'skill', 'user']],
    [{ allow: ['plugin:corp-*'] }, ['corp', 'managed']],
    [{ allow: ['project'], refuse: ['plugin:corp-b'] }, ['managed', 'project']],
    [{ allow: ['plugin', 'user'], refuse: ['plugin:other'] }, ['corp', 'managed', 'skill', 'user']],
    [{ allow: ['marketplace:acme'] }, ['corp', 'managed']],
    [{ allow: ['source:github:bob/*'] }, ['managed', 'other']],
    [{ refuse: ['source:github:*'] }, ['corp', 'managed', 'project', 'skill', 'theirs', 'user']],
    [{ allow: [] }, ['managed']],
  ])('%j', (sources, left) => {
    expect([...commandsOf(everywhere(sources).load(options))].sort()).toEqual(left);
  });

  test('a refused hook says which word of which file refuses it', () => {
    const place = everywhere({ refuse: ['project'] });
    const off = place.load(options).hooks.find(({ source }) => source.scope === 'project')?.inactive;
    const detail = `"hookPolicy.sources" in ${place.path('managed.json')} refuses "project"`;
    expect(off).toEqual({ code: 'not-allowed', detail });
  });

  test('a refused project has no say beside its hooks either', () => {
    const place = ruled({ sources: { refuse: ['project'] } });
    place.write('project/.claude/settings.json', { env: { A: '1' }, disableAllHooks: true });
    const generation = place.load({ ...managed, profile: 'claude-code' });
    expect(generation.env).toEqual([]);
    expect(generation.diagnostics).toEqual([]);
  });
});

test('handler types: refusal beats allowance, and the administrator’s own hooks are not asked', () => {
  const prompt = { type: 'prompt', prompt: 'ok?' };
  const place = ruled(
    { handlerTypes: { allow: ['command', 'prompt'], refuse: ['prompt'] } },
    on('PreToolUse', prompt),
  );
  place.write(USER, on('PreToolUse', hook('a'), prompt, { type: 'http', url: 'https://x.example/' }));
  const states = place
    .load(managed)
    .hooks.map(({ handler, voice, inactive }) => [
      handler.type,
      voice,
      inactive?.detail.split(' ').slice(3).join(' '),
    ]);
  expect(states).toEqual([
    ['command', 'user', undefined],
    ['prompt', 'user', 'refuses "prompt"'],
    ['http', 'user', 'does not allow "http"'],
    ['prompt', 'managed', undefined],
  ]);
});

test.each<[TrustMode | null, TrustMode | null, ReturnType<typeof followed>]>([
  [null, null, 'answered'],
  [null, 'follow', 'all'],
  [null, 'off', null],
  ['content', null, 'none'],
  ['content', 'follow', 'none'],
  ['content', 'off', 'none'],
  ['follow', null, 'all'],
  ['follow', 'off', 'all'],
  ['follow', 'content', 'answered'],
  ['off', null, null],
  ['off', 'content', 'answered'],
  ['off', 'follow', 'all'],
])('trust: the administrator says %s, the host %s', (managedTrust, stated, follow) => {
  expect(followed({ trust: { stated, usual: 'content' } }, managedTrust)).toBe(follow);
});

test('several files: the strictest trust, every requirement, every refusal, and what all allow', () => {
  const place = ruled({ trust: 'off', sources: { allow: ['user', 'plugin'] }, require: [{ event: 'Stop' }] });
  place.write('managed-settings.d/10.json', {
    hookPolicy: { trust: 'content', sources: { allow: ['plugin', 'project'] } },
  });
  place.write('managed-settings.d/20.json', { hookPolicy: { require: [{ id: 'x' }] } });
  const { policy } = place.load(managed);
  expect([policy.trust, policy.demands.length, policy.sources.length, policy.files.length]).toEqual([
    'content',
    2,
    2,
    3,
  ]);
});

describe('a host that does not read Claude’s settings', () => {
  const load = (place: Place): Generation =>
    loadGeneration(
      configRequest({
        projectDir: place.path('project'),
        home: place.path('home'),
        policyFile: place.path('managed.json'),
      }),
    );

  test('is bound by a policy, and runs the hooks beside it', () => {
    const place = ruled(
      { require: [{ event: 'PreToolUse', command: 'guard' }] },
      on('PreToolUse', hook('guard')),
    );
    place.write('home/.claude/settings.json', on('Stop', hook('not read')));
    expect([shut(load(place)), commandsOf(load(place))]).toEqual([[], ['guard']]);
  });

  test('is not by managed settings without one', () => {
    const place = new Place();
    place.write('managed.json', { ...on('Stop', hook('a')), disableAllHooks: true });
    place.write(USER, on('Stop', hook('mine')));
    expect([commandsOf(load(place)), load(place).diagnostics]).toEqual([['mine'], []]);
  });

  test('denies where they are broken', () => {
    const place = new Place();
    place.write('managed.json', '{');
    expect(shut(load(place))).toEqual(GATES);
  });
});

describe('managed settings that are broken', () => {
  const load = (text: string, profile: 'amplifier' | 'claude-code'): Generation => {
    const place = new Place();
    place.write('managed.json', text);
    return place.load({ ...managed, profile });
  };
  test.each<[string, 'amplifier' | 'claude-code', readonly string[]]>([
    ['{"hooks": ', 'amplifier', GATES],
    ['{"hooks": ', 'claude-code', []],
    ['{"hookPolicy": {', 'claude-code', GATES],
    ['', 'amplifier', []],
    ['{}', 'amplifier', []],
  ])('%j in %s', (text, profile, events) => expect(shut(load(text, profile))).toEqual(events));

  test.each(['{', '{"hookPolicy": {"trust": "contnt"}}'])(
    '%j keeps the last good state of a running session',
    (text) => {
      const place = ruled({ require: [{ event: 'PreToolUse' }] });
      place.write(USER, on('PreToolUse', hook('guard')));
      const first = place.load(managed);
      place.write('managed.json', text);
      const { kind, generation, diagnostics } = reloadGeneration(first, place.request(managed));
      expect([kind, generation === first, shut(generation)]).toEqual(['kept', true, []]);
      expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
    },
  );
});
