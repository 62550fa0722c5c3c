// Which lists bind a hook, and which of them lift the guard of addresses.
import { expect, test } from 'vitest';
import type { Voice } from '../../nouns.js';
import { type ProfileName, profile } from '../../profiles.js';
import { list } from '../../testing/index.js';
import { VOICES } from '../../voices.js';
import { permission } from './permission.js';

const NAMED = ['http://10.0.0.5/*'];
const ANY = ['http://*'];

const judged = (
  voice: Voice,
  lists: Readonly<Partial<Record<Voice, readonly string[]>>>,
  name: ProfileName = 'amplifier',
): string => {
  const allowedUrls = VOICES.flatMap((one) => (lists[one] === undefined ? [] : [list(lists[one], one)]));
  const found = permission(
    'http://10.0.0.5/x',
    voice,
    { refusedUrls: [], allowedUrls, allowedEnvVars: [] },
    profile(name),
  );
  return 'refused' in found ? found.why : found.guarded ? 'guarded' : 'free';
};

test.each<[Voice, Parameters<typeof judged>[1], string]>([
  ['user', {}, 'guarded'],
  ['user', { user: NAMED }, 'free'],
  ['user', { user: ANY }, 'guarded'],
  ['user', { managed: ANY, user: NAMED }, 'free'],
  ['user', { managed: NAMED, user: [] }, 'of the user settings (/user/settings.json)'],
  ['user', { managed: [], user: NAMED }, 'of the managed settings (/managed/settings.json)'],
  ['user', { project: [] }, 'guarded'],
  ['user', { project: NAMED }, 'guarded'],
  ['plugin', { user: NAMED }, 'free'],
  ['plugin', { user: [] }, 'of the user settings'],
  ['managed', { user: [] }, 'guarded'],
  ['managed', { user: NAMED }, 'guarded'],
  ['managed', { managed: NAMED }, 'free'],
  ['project', {}, 'guarded'],
  ['project', { project: NAMED }, 'guarded'],
  ['project', { project: [] }, 'of the project’s settings'],
  ['project', { user: NAMED }, 'free'],
  ['project', { user: NAMED, project: [] }, 'of the project’s settings'],
  ['project', { user: [], project: NAMED }, 'of the user settings'],
  ['project', { user: ANY, project: NAMED }, 'guarded'],
  ['project', { managed: [], user: [] }, '(/managed/settings.json) and of the user settings'],
])('a hook of the %s and lists %j: %s', (voice, lists, expected) => {
  expect(judged(voice, lists)).toContain(expected);
});

test('in claude-code the lists are one, and there is no guard', () => {
  expect(judged('user', { user: [], project: NAMED }, 'claude-code')).toBe('free');
  expect(judged('project', { user: [], project: [] }, 'claude-code')).toContain('allowedHttpHookUrls');
  expect(judged('project', {}, 'claude-code')).toBe('free');
});

test.each<[string, string, boolean]>([
  ['https://evil.example', 'https://evil.example/any/path', true],
  ['https://evil.example', 'https://evil.example:8443/x', true],
  ['https://evil.example', 'https://good.example/', false],
  ['https://evil.example/', 'http://evil.example/', false],
  ['https://*.evil.example/*', 'https://a.evil.example/x', true],
  ['https://x.example/private/*', 'https://x.example/public', false],
  ['https://x.example/private/*', 'https://x.example/public/..%2Fprivate/x', true],
  ['https://[::bad/', 'https://good.example/', true],
])('the policy refuses %s: %s is refused: %s', (pattern, url, refused) => {
  const http = { refusedUrls: [list([pattern], 'managed')], allowedUrls: [list(['*'], 'managed')] };
  for (const voice of VOICES)
    for (const name of ['amplifier', 'claude-code'] as const) {
      const found = permission(url, voice, { ...http, allowedEnvVars: [] }, profile(name));
      expect('refused' in found && found.refused).toBe(refused && 'by-policy');
    }
});
