// The administrator's policy: who is bound by it, and what becomes of one that cannot be understood.
import { describe, expect, test } from 'vitest';
import type { Generation, TrustMode } from '../nouns.js';
import { followed } from './hook-policy.js';
import { configRequest, loadGeneration, reloadGeneration } from './index.js';
import { commandsOf, hook, on, Place, REGISTRY } from './testing/place.js';
import { GATES, managed, ruled, shut } from './testing/policy.js';

const USER = 'home/.amplifier/hooks/hooks.json';

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
    ['', 'amplifier', GATES],
    ['', 'claude-code', []],
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
