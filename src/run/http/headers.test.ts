// What a hook's headers become, and which of them are never sent.
import { describe, expect, test } from 'vitest';
import type { HttpHandler, Voice } from '../../nouns.js';
import { profile } from '../../profiles.js';
import { list } from '../../testing/index.js';
import { VOICES } from '../../voices.js';
import { requestHeaders } from './headers.js';

const URL_ = new URL('https://hooks.example:8443/run');

const build = (
  headers: Record<string, string>,
  more: {
    allowedEnvVars?: readonly string[];
    env?: Record<string, string>;
    policy?: Readonly<Partial<Record<Voice, readonly string[]>>>;
    voice?: Voice;
    url?: URL;
  } = {},
) => {
  const { allowedEnvVars = [], env = {}, policy = {}, url = URL_, voice = 'user' } = more;
  const handler: HttpHandler = { type: 'http', url: url.href, headers, allowedEnvVars };
  const lists = VOICES.flatMap((one) => (policy[one] === undefined ? [] : [list(policy[one], one)]));
  const http = { refusedUrls: [], allowedUrls: [], allowedEnvVars: lists };
  const filling = { env, http, voice, profile: profile('amplifier'), stdin: Buffer.from('{}\n') };
  return requestHeaders(handler, url, filling);
};

const sent = (...args: Parameters<typeof build>): Readonly<Record<string, string>> => {
  const headers = build(...args);
  if (typeof headers === 'string') throw new Error(headers);
  return headers;
};

test('what every request has', () => {
  expect(sent({})).toEqual({
    accept: 'application/json',
    'accept-encoding': 'identity',
    'content-length': '3',
    'content-type': 'application/json',
    host: 'hooks.example:8443',
    'user-agent': 'amplifier-hooks',
  });
});

describe('variables', () => {
  const env = { TOKEN: 'secret', OTHER: 'other', TOKEN_2: 'two', EMPTY: '' };

  test.each([
    ['Bearer $TOKEN', ['TOKEN'], 'Bearer secret'],
    [`Bearer \${TOKEN}`, ['TOKEN'], 'Bearer secret'],
    [`\${TOKEN}$OTHER`, ['TOKEN', 'OTHER'], 'secretother'],
    ['a $TOKEN b', [], 'a  b'],
    ['$TOKEN', ['OTHER'], ''],
    ['$TOKEN_2', ['TOKEN'], ''],
    ['$TOKEN-2', ['TOKEN'], 'secret-2'],
    ['$UNSET', ['UNSET'], ''],
    ['$EMPTY', ['EMPTY'], ''],
    [`\${TOKEN:-x}`, ['TOKEN'], `\${TOKEN:-x}`],
    ['$1 $', ['1'], '$1 $'],
    ['$toString $__proto__', ['toString', '__proto__'], ''],
  ])('%s with %j', (written, allowedEnvVars, expected) => {
    expect(sent({ 'X-A': written }, { allowedEnvVars, env })['x-a']).toBe(expected);
  });

  test('a value is not looked into again', () => {
    const found = sent({ 'X-A': '$A' }, { allowedEnvVars: ['A', 'B'], env: { A: '$B', B: 'no' } });
    expect(found['x-a']).toBe('$B');
  });

  const T = ['TOKEN'];
  test.each<[Voice, Partial<Record<Voice, readonly string[]>>, string]>([
    ['user', {}, 'secret'],
    ['user', { user: T }, 'secret'],
    ['user', { user: ['OTHER'] }, ''],
    ['user', { user: [] }, ''],
    ['user', { managed: [], user: T }, ''],
    ['user', { managed: T, user: [] }, ''],
    ['user', { project: [] }, 'secret'],
    ['plugin', {}, 'secret'],
    ['plugin', { user: [] }, ''],
    ['managed', { user: [], project: [] }, 'secret'],
    ['managed', { managed: [] }, ''],
    // A project is granted a variable by the user or the administrator, and never by itself.
    ['project', {}, ''],
    ['project', { project: T }, ''],
    ['project', { user: T }, 'secret'],
    ['project', { managed: T }, 'secret'],
    ['project', { managed: T, user: [] }, ''],
    ['project', { managed: [], user: T }, ''],
    ['project', { user: T, project: [] }, ''],
    ['project', { user: T, project: T }, 'secret'],
  ])('a hook of the %s and lists %j', (voice, policy, expected) => {
    const found = sent({ 'X-A': '$TOKEN' }, { allowedEnvVars: T, env, policy, voice });
    expect(found['x-a']).toBe(expected);
  });

  test('settings alone allow nothing', () => {
    expect(sent({ 'X-A': '$TOKEN' }, { env, policy: { user: T } })['x-a']).toBe('');
  });
});

describe('injection', () => {
  test.each([
    ['a line feed', 'a\nX-Evil: 1'],
    ['a carriage return', 'a\r\nX-Evil: 1'],
    ['a lone carriage return', 'a\rb'],
    ['NUL', 'a\0b'],
    ['a line break at the end', 'a\n'],
    ['another control character', 'a\u001bb'],
    ['DEL', 'a\u007fb'],
    ['a character beyond Latin 1', 'a\u010ab'],
    ['one whose low byte is a line feed', '\u560a'],
  ])('%s, written or from a variable', (_what, value) => {
    expect(build({ 'X-A': value })).toMatch(/X-A/);
    const problem = build({ 'X-A': '$V' }, { allowedEnvVars: ['V'], env: { V: `secret${value}` } });
    expect(problem).toMatch(/X-A/);
    expect(problem).not.toMatch(/secret/);
  });

  test.each(['', 'X A', 'X:A', 'X-A\r\nX-B', 'X\0', 'Ä', '(x)'])('the name %j', (name) => {
    expect(build({ [name]: 'v' })).toMatch(/name of a header/);
  });

  test('a value without end', () => {
    expect(build({ 'X-A': 'a'.repeat(20_000) })).toMatch(/longer/);
  });
});

test('how the message is framed is not the hook’s business', () => {
  const headers = sent({
    Host: 'evil.example',
    'Content-Length': '0',
    'Transfer-Encoding': 'chunked',
    Connection: 'close',
    'Keep-Alive': 'x',
    'Proxy-Authorization': 'x',
    'Proxy-Connection': 'x',
    TE: 'x',
    Trailer: 'x',
    Upgrade: 'h2c',
    Expect: '100-continue',
    'Accept-Encoding': 'gzip',
  });
  expect(headers).toEqual(sent({}));
});

test('the rest is, whatever the case', () => {
  const headers = sent({
    'CONTENT-type': 'application/x+json',
    'User-Agent': 'me',
    'x-a': '1',
    'X-A': ' 2 ',
  });
  expect(headers).toMatchObject({ 'content-type': 'application/x+json', 'user-agent': 'me', 'x-a': '2' });
});

test('a name and a password in the address', () => {
  const url = new URL('https://me:p%40ss@hooks.example/run');
  const basic = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
  expect(sent({}, { url })).toMatchObject({ authorization: basic, host: 'hooks.example' });
  expect(sent({ Authorization: 'Bearer x' }, { url })['authorization']).toBe('Bearer x');
});
