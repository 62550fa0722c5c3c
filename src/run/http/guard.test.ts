// Requests to where a hook must not reach. What is asserted is that nothing was connected to.
import { describe, expect, test } from 'vitest';
import type { ProfileName } from '../../profiles.js';
import { list } from '../../testing/index.js';
import { call, Network, testServers } from './testing/servers.js';

const servers = testServers();
const ok = await servers.http((_, response) => response.end('{}'));

const network = (
  answers: ConstructorParameters<typeof Network>[1] = {},
  profile: ProfileName = 'amplifier',
) => {
  const found = new Network(ok.port, answers);
  return { found, runner: servers.runner({ profile, resolve: found.resolve, connect: found.connect }) };
};

const allowing = (...urls: string[]) => ({
  http: { refusedUrls: [], allowedUrls: [list(urls)], allowedEnvVars: [] },
});

/** One address in every spelling a URL can have. */
const SPELLINGS: readonly (readonly [string, string])[] = [
  ['http://169.254.169.254/latest/meta-data/', '169.254.169.254'],
  ['http://2852039166/', '169.254.169.254'],
  ['http://0xa9fea9fe/', '169.254.169.254'],
  ['http://0xA9.0xFE.0xA9.0xFE/', '169.254.169.254'],
  ['http://0251.0376.0251.0376/', '169.254.169.254'],
  ['http://025177524776/', '169.254.169.254'],
  ['http://169.16689662/', '169.254.169.254'],
  ['http://169.254.43518/', '169.254.169.254'],
  ['http://0xa9.254.0251.254/', '169.254.169.254'],
  ['http://169.254.169.254./', '169.254.169.254'],
  ['http://%31%36%39.254.169.254/', '169.254.169.254'],
  ['http://１６９.２５４.１６９.２５４/', '169.254.169.254'],
  ['http://169。254。169。254/', '169.254.169.254'],
  ['http://①⑥⑨.②⑤④.①⑥⑨.②⑤④/', '169.254.169.254'],
  ['http:169.254.169.254/', '169.254.169.254'],
  ['http:\\\\169.254.169.254\\x', '169.254.169.254'],
  ['http://localhost@169.254.169.254/', '169.254.169.254'],
  ['http://127.0.0.1:80@169.254.169.254/', '169.254.169.254'],
  ['http://169.254.169.254\t/', '169.254.169.254'],
  ['  http://169.254.169.254/', '169.254.169.254'],
  ['https://10.0.0.1/', '10.0.0.1'],
  ['http://10.1/', '10.0.0.1'],
  ['http://012.1/', '10.0.0.1'],
  ['http://192.168.257/', '192.168.1.1'],
  ['http://172.16.0.1:8080/', '172.16.0.1'],
  ['http://100.100.100.200/', '100.100.100.200'],
  ['http://0/', '0.0.0.0'],
  ['http://0.0.0.0:3000/', '0.0.0.0'],
  ['http://[::]/', '::'],
  ['http://[::ffff:169.254.169.254]/', '::ffff:a9fe:a9fe'],
  ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
  ['http://[0:0:0:0:0:ffff:0a00:0001]/', '::ffff:a00:1'],
  ['http://[::10.0.0.1]/', '::a00:1'],
  ['http://[64:ff9b::a9fe:a9fe]/', '64:ff9b::a9fe:a9fe'],
  ['http://[2002:a9fe:a9fe::]/', '2002:a9fe:a9fe::'],
  ['http://[fe80::1]/', 'fe80::1'],
  ['http://[fd00:ec2::254]/', 'fd00:ec2::254'],
  ['http://[ff02::1]/', 'ff02::1'],
  ['http://224.0.0.1/', '224.0.0.1'],
  ['http://255.255.255.255/', '255.255.255.255'],
];

describe('addresses in numbers', () => {
  test.each(SPELLINGS)('%s', async (url, address) => {
    const { found, runner } = network();
    const outcome = await call(runner, url);
    expect(outcome).toMatchObject({ kind: 'refused' });
    expect(outcome.kind === 'refused' && outcome.why).toContain(address);
    expect(outcome.kind === 'refused' && outcome.why).toContain('allowedHttpHookUrls');
    expect(found).toMatchObject({ asked: [], connected: [] });
  });

  test.each(SPELLINGS)('%s in claude-code, which has only the list', async (url, address) => {
    const { found, runner } = network({}, 'claude-code');
    await call(runner, url);
    expect(found.connected).toEqual([`${address} ${address}`]);
    expect(await call(runner, url, allowing('http://127.0.0.1/*'))).toMatchObject({ kind: 'refused' });
    expect(await call(runner, url, allowing())).toMatchObject({ kind: 'refused' });
    expect(found.connected).toHaveLength(1);
  });

  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://127.9.9.9:81/',
    'http://[::1]/',
    'http://[0::1]/',
    'http://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ])('%s is called', async (url) => {
    const { found, runner } = network();
    await call(runner, url);
    expect(found.connected).toHaveLength(1);
  });
});

describe('names', () => {
  test.each<[string, readonly string[]]>([
    ['a private address', ['10.0.0.5']],
    ['one private address among public ones', ['93.184.215.14', '2606:4700::1111', '192.168.1.1']],
    ['a private address first', ['10.0.0.5', '93.184.215.14']],
    ['the metadata service', ['169.254.169.254']],
    ['a private IPv6 address beside a public IPv4 one', ['93.184.215.14', 'fd12::1']],
    ['a mapped address', ['::ffff:10.0.0.5']],
    ['the unspecified address', ['0.0.0.0']],
    ['something that is not an address', ['metadata']],
  ])('%s behind a name', async (_title, addresses) => {
    const { found, runner } = network({ 'hooks.example': addresses });
    expect(await call(runner, 'https://hooks.example/run')).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('hooks.example is at'),
    });
    expect(found).toMatchObject({ asked: ['hooks.example'], connected: [] });
  });

  test.each<[string, readonly string[]]>([
    ['public', ['93.184.215.14', '2606:4700::1111']],
    ['this machine', ['127.0.0.1', '::1']],
  ])('%s', async (_title, addresses) => {
    const { found, runner } = network({ 'hooks.example': addresses });
    expect(await call(runner, 'http://hooks.example/run')).toEqual({ kind: 'answered', text: '{}' });
    expect(found.asked).toEqual(['hooks.example']);
    expect(found.connected).toEqual([`hooks.example ${addresses.join(' ')}`]);
  });

  test('a name that changes its address is asked for once a connection, and every time checked', async () => {
    const turns = [['93.184.215.14'], ['169.254.169.254'], ['93.184.215.14', '10.0.0.1']];
    const closing = await servers.http((_, response) => response.setHeader('connection', 'close').end('{}'));
    const found = new Network(closing.port, { 'rebind.example': () => turns.shift() ?? [] });
    const runner = servers.runner({ resolve: found.resolve, connect: found.connect });
    const url = 'http://rebind.example/';
    expect(await call(runner, url)).toMatchObject({ kind: 'answered' });
    expect(found.asked).toHaveLength(1);
    expect(await call(runner, url)).toMatchObject({ kind: 'refused' });
    expect(await call(runner, url)).toMatchObject({ kind: 'refused' });
    expect(found.asked).toHaveLength(3);
    expect(found.connected).toEqual(['rebind.example 93.184.215.14']);
  });

  test('a name that stands in the list may be private', async () => {
    const { found, runner } = network({ 'hooks.corp': ['10.0.0.5'], 'other.corp': ['10.0.0.6'] });
    expect(await call(runner, 'http://hooks.corp/x', allowing('http://hooks.corp/*'))).toMatchObject({
      kind: 'answered',
    });
    expect(await call(runner, 'http://other.corp/x', allowing('http://*.corp/*'))).toMatchObject({
      kind: 'answered',
    });
    expect(found.connected).toEqual(['hooks.corp 10.0.0.5', 'other.corp 10.0.0.6']);
  });

  test.each(['*', 'http://*', 'http://*/*', '*://*/*'])('%s names nobody', async (pattern) => {
    const { found, runner } = network({ 'hooks.corp': ['10.0.0.5'] });
    expect(await call(runner, 'http://hooks.corp/x', allowing(pattern))).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('10.0.0.5'),
    });
    expect(await call(runner, 'http://169.254.169.254/', allowing(pattern))).toMatchObject({
      kind: 'refused',
    });
    expect(found.connected).toEqual([]);
  });

  test('a connection made while a name stood in the list is not used once it does not', async () => {
    const { found, runner } = network({ 'hooks.corp': ['10.0.0.5'] });
    const url = 'http://hooks.corp/x';
    expect(await call(runner, url, allowing('http://hooks.corp/*'))).toMatchObject({ kind: 'answered' });
    expect(await call(runner, url)).toMatchObject({ kind: 'refused' });
    expect(await call(runner, url, allowing('*'))).toMatchObject({ kind: 'refused' });
    expect(found.connected).toHaveLength(1);
  });
});

describe('the list, in both profiles', () => {
  test.each(['amplifier', 'claude-code'] as const)('%s', async (profile) => {
    const { found, runner } = network({ 'evil.example': ['93.184.215.14'] }, profile);
    for (const url of [
      'http://evil.example/',
      'http://localhost@evil.example/',
      'http://localhost:80@evil.example/',
      'https://localhost/',
      'http://localhost:81/',
      'http://localhost.evil.example/',
    ]) {
      expect(await call(runner, url, allowing('http://localhost/*'))).toMatchObject({
        kind: 'refused',
        why: expect.stringMatching(/is not in "allowedHttpHookUrls"/),
      });
    }
    expect(await call(runner, 'http://127.0.0.1/', allowing())).toMatchObject({ kind: 'refused' });
    expect(found).toMatchObject({ asked: [], connected: [] });
  });

  test('a refusal shows no secret of the address', async () => {
    const { runner } = network();
    const outcome = await call(runner, 'https://me:secret@10.0.0.1/x?key=secret', allowing());
    expect(JSON.stringify(outcome)).not.toContain('secret');
  });

  test.each([
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ws://127.0.0.1/',
    'notaurl',
    '',
    'http://',
  ])('%j is not an address to call', async (url) => {
    const { found, runner } = network();
    expect(await call(runner, url)).toMatchObject({ kind: 'refused' });
    expect(found).toMatchObject({ asked: [], connected: [] });
  });
});

test('headers that cannot be sent: nothing is', async () => {
  const { found, runner } = network();
  const outcome = await call(runner, 'http://127.0.0.1/', {
    handler: { headers: { 'X-Key': '$KEY' }, allowedEnvVars: ['KEY'] },
    env: { KEY: 'secret\r\nX-Evil: 1' },
  });
  expect(outcome).toMatchObject({ kind: 'launchFailed', message: expect.stringMatching(/nothing was sent/) });
  expect(JSON.stringify(outcome)).not.toContain('secret');
  expect(found.connected).toEqual([]);
});
