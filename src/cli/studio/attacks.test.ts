// Who must not get in, and what must not get out. Every request here is one that somebody else's page, program or machine can send.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aboutShape, eventPageShape, problemShape, timelineShape } from '../../studio/contract.js';
import { type Asking, ask, Visitor } from '../../studio/testing/visitor.js';
import { ended } from '../../testing/index.js';
import { StudioStage } from './testing/open-studio.js';

let stage: StudioStage;
let visitor: Visitor;
beforeEach(async () => {
  stage = new StudioStage();
  stage.hooks({ PreToolUse: [`printf '%s' '</script><script>stolen=1</script>' >&2; exit 2`] });
  const journal = stage.journal();
  await stage
    .recording(journal)
    .dispatch(stage.input('PreToolUse', { tool_input: { command: '"><img src=x onerror=alert(1)>' } }));
  await journal.flush();
  ({ visitor } = await stage.open());
});
afterEach(() => stage.remove());

const PATHS = [
  '',
  'studio.js',
  'studio.css',
  'api/about',
  'api/timeline',
  'api/event',
  'api/explain',
  'api/hooktest',
  'api/hooks',
  'api/health',
  'api/search?q=a',
  'api/live',
];

describe('without the secret', () => {
  it.each(PATHS)('GET %s is refused', async (path) => {
    expect((await ask(visitor.root + path)).status).toBe(403);
    const cookie = `studio-${new URL(visitor.root).pathname.split('/')[1]}=guessed`;
    expect((await ask(visitor.root + path, { headers: { cookie } })).status).toBe(403);
  });

  it('a wrong secret, a part of it and none are refused, and it can still be used afterwards', async () => {
    for (const secret of ['', 'x', visitor.address.slice(visitor.root.length + 'enter/'.length, -1)])
      expect((await ask(`${visitor.root}enter/${secret}`)).status).toBe(403);
    expect((await visitor.enter()).status).toBe(303);
  });

  it('the folder is not known either', async () => {
    for (const path of ['/', '/api/about', '/enter/x', '/index.html', '/favicon.ico'])
      expect((await ask(visitor.origin + path)).status).toBe(404);
  });
});

describe('the secret', () => {
  it('becomes a cookie that no script reads and no other site sends, and leaves the address', async () => {
    const { headers, status, text } = await visitor.enter();
    const root = new URL(visitor.root).pathname;
    expect([status, headers.location]).toEqual([303, root]);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        new RegExp(`^studio-[\\w-]+=[\\w-]{43}; Path=${root}; HttpOnly; SameSite=Strict$`),
      ),
    ]);
    expect(text).not.toContain(visitor.address.split('/').at(-1));
  });

  it('works once', async () => {
    await visitor.enter();
    const again = await ask(visitor.address);
    expect([again.status, again.headers['set-cookie']]).toEqual([403, undefined]);
    expect(again.text).toContain('used already');
    expect((await visitor.get('api/about')).status).toBe(200);
  });

  it('is told to have been used to a person, in a page', async () => {
    await visitor.enter();
    const again = await ask(visitor.address, { headers: { accept: 'text/html,*/*' } });
    expect([again.status, again.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    expect(again.text).toContain('<p>This address was used already.</p>');
    expect(again.text).not.toMatch(/<(?:script|link)/);
  });

  it('is not used up by a browser that looks ahead, nor by a picture of another page', async () => {
    const across = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' };
    expect((await ask(visitor.address, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(503);
    expect((await ask(visitor.address, { headers: across })).status).toBe(403);
    expect((await ask(visitor.address, { method: 'POST' })).status).toBe(405);
    expect((await visitor.enter()).status).toBe(303);
  });

  it('opened from a file or another program, goes on without a redirect, which would lose the cookie', async () => {
    const { status, headers, text } = await ask(visitor.address, {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
    });
    expect([status, headers.location]).toEqual([200, undefined]);
    expect(headers['set-cookie']).toHaveLength(1);
    expect(text).toContain(`content="0; url=${new URL(visitor.root).pathname}"`);
  });
});

describe('with the cookie, but from elsewhere', () => {
  beforeEach(() => visitor.enter());

  it.each([
    ['another name that leads here', { host: 'evil.example' }],
    ['another name with the port', { host: 'evil.example:80' }],
    ['localhost', { host: 'localhost' }],
    ['the address without its port', { host: '127.0.0.1' }],
  ])('the name in the address is %s', async (_what, headers) => {
    for (const path of ['', 'api/about', 'api/live'])
      expect((await visitor.get(path, headers)).status).toBeGreaterThanOrEqual(400);
    expect((await visitor.get('api/about', headers)).text).not.toContain(visitor.token);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['a file', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another server of this machine', { 'sec-fetch-site': 'same-site' }],
  ])('a request of %s', async (_what, headers) => {
    for (const path of PATHS) expect((await visitor.get(path, headers)).status).toBe(403);
  });

  it('a page may be loaded again by its address, but nothing else may', async () => {
    expect((await visitor.get('', { 'sec-fetch-site': 'none' })).status).toBe(200);
    expect((await visitor.get('api/about', { 'sec-fetch-site': 'none' })).status).toBe(403);
  });

  it.each(['PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'])('%s is not known', async (method) => {
    const { status, headers } = await ask(`${visitor.root}api/about`, {
      method,
      headers: { cookie: visitor.cookie },
    });
    expect([status, headers['access-control-allow-origin']]).toEqual([405, undefined]);
  });
});

describe('what would be done', () => {
  const wish = { action: 'disable', project: 'p', hook: 'x' };
  const FORM = 'application/x-www-form-urlencoded';
  beforeEach(() => visitor.enter());

  it.each<[string, Asking['headers']]>([
    [
      'a form of another page',
      { 'content-type': FORM, 'x-studio-token': undefined, origin: 'https://evil.example' },
    ],
    ['a form', { 'content-type': FORM }],
    ['a form with a text that looks like JSON', { 'content-type': 'text/plain' }],
    ['a form with parts', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['no content type', { 'content-type': undefined }],
    ['no token', { 'x-studio-token': undefined }],
    ['a wrong token', { 'x-studio-token': 'guessed' }],
    ['no origin', { origin: undefined }],
    ['another origin', { origin: 'http://localhost:1' }],
    ['another site', { 'sec-fetch-site': 'same-site' }],
    ['no cookie', { cookie: undefined }],
  ])('is not even looked at: %s', async (_what, headers) => {
    for (const path of ['api/prepare', 'api/confirm']) {
      const { status } = await visitor.post(path, wish, headers);
      expect([403, 415]).toContain(status);
    }
  });

  it('a token of one browser is none of another', async () => {
    const { visitor: other } = await stage.open();
    await other.enter();
    expect((await visitor.post('api/prepare', wish, { 'x-studio-token': other.token })).status).toBe(403);
    expect((await visitor.post('api/prepare', wish, { cookie: other.cookie })).status).toBe(403);
  });

  it('a body is bounded, whether it says its length or not', async () => {
    const long = JSON.stringify({ ...wish, hook: 'x'.repeat(100_000) });
    const said = await visitor.post('api/prepare', long).catch(() => null);
    // The connection may be cut while it is still being sent.
    expect([413, undefined]).toContain(said?.status);
    const chunked = await visitor
      .post('api/prepare', long, { 'transfer-encoding': 'chunked' })
      .catch(() => null);
    expect([413, undefined]).toContain(chunked?.status);
    expect((await visitor.get('api/about')).status).toBe(200);
  });

  it.each([['{'], ['[]'], ['{"action":"format"}'], ['{"action":"trust","project":"p"}'], ['null'], ['']])(
    'the body %j is refused in plain words',
    async (body) => {
      const { status, text } = await visitor.post('api/prepare', body);
      expect(status).toBe(400);
      expect(problemShape.is(JSON.parse(text))).toBe(true);
    },
  );

  it('a made-up token confirms nothing', async () => {
    expect((await visitor.post('api/confirm', { token: '__proto__' })).status).toBe(409);
  });
});

describe('paths', () => {
  beforeEach(() => visitor.enter());

  it.each([
    '../../../../etc/passwd',
    '..%2f..%2f..%2fetc%2fpasswd',
    'studio.js/../../package.json',
    '%2e%2e/%2e%2e/etc/passwd',
    'api/__proto__',
    'api/constructor',
    'api//about',
    'API/about',
    './api/about',
    'studio.js%00.css',
  ])('%s leads nowhere', async (path) => {
    expect((await visitor.get(path)).status).toBe(404);
  });

  it.each([
    'api/event?project=../..&id=x',
    'api/event?project=__proto__&id=toString',
    'api/hooks?project=/etc',
    'api/health?project=..',
  ])('%s is no project', async (path) => {
    expect((await visitor.get(path)).status).toBe(404);
  });

  it.each([
    ['a whole address instead of a path', 404, () => `GET ${visitor.root}api/about HTTP/1.1`, () => HOST()],
    ['no name in the address', 400, () => `GET ${PATH()} HTTP/1.1`, () => ''],
    ['no name, as it was once allowed', 421, () => `GET ${PATH()} HTTP/1.0`, () => ''],
    ['two names', 421, () => `GET ${PATH()} HTTP/1.1`, () => `${HOST()}Host: evil.example\r\n`],
  ])('%s is refused', async (_what, status, line, host) => {
    const text = await raw(`${line()}\r\n${host()}Cookie: ${visitor.cookie}\r\nConnection: close\r\n\r\n`);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(text).not.toContain(visitor.token);
  });

  const HOST = (): string => `Host: ${new URL(visitor.root).host}\r\n`;
  const PATH = (): string => new URL(`${visitor.root}api/about`).pathname;
});

/** What comes back for exactly this. */
const raw = (request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(visitor.root).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('end', () => resolve(heard)).on('error', reject);
    socket.write(request);
  });

describe('what is sent', () => {
  beforeEach(() => visitor.enter());

  it.each([...PATHS.filter((path) => path !== 'api/live'), 'nothing/here'])(
    '%s has the strict rules',
    async (path) => {
      const { headers } = await visitor.get(path);
      expect(headers).toMatchObject({
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it('the page has nothing inline and nothing from elsewhere', async () => {
    const { text } = await visitor.get('');
    const tags = text.match(/<(?!meta|\/|!)[a-z]+ [^>]*>/g) ?? [];
    expect(tags).toContain('<script src="studio.js" defer>');
    const own =
      /^<(?:html lang="en"|link rel="(?:stylesheet|icon)" href="[\w.]+"|script src="studio\.js" defer)>$/;
    expect(tags.filter((tag) => !own.test(tag))).toEqual([]);
    expect(text).not.toMatch(/\bon\w+=|https?:/);
  });

  it('markup in an input or an output stays a text in JSON', async () => {
    const { projects } = await visitor.got(aboutShape, 'api/about');
    const { events } = await visitor.got(timelineShape, 'api/timeline');
    const path = `api/event?project=${projects[0]?.key}&id=${events.id[0]}`;
    expect((await visitor.get(path)).headers['content-type']).toBe('application/json; charset=utf-8');
    const page = await visitor.got(eventPageShape, path);
    expect(page.input).toMatchObject({ tool_input: { command: '"><img src=x onerror=alert(1)>' } });
    expect(page.hooks[0]?.run?.stderr).toBe('</script><script>stolen=1</script>');
  });

  it('what is not answered tells nothing about the machine', async () => {
    const { text } = await ask(`${visitor.root}api/about`);
    expect(Object.keys(JSON.parse(text))).toEqual(['problem', 'hint']);
    expect(text).not.toContain(stage.root);
  });
});

it('it listens on the loopback interface alone', async () => {
  const { port } = new URL(visitor.root);
  const other = new Visitor(visitor.address.replace('127.0.0.1', '127.0.0.2'));
  await expect(ask(other.address)).rejects.toThrow(`ECONNREFUSED 127.0.0.2:${port}`);
});

it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'another user of this machine who has seen the address is refused, and does not use it up',
  async () => {
    // Not by Node, which may stand in a folder of ours.
    const { host, hostname, port, pathname } = new URL(visitor.address);
    const script = `exec 3<>/dev/tcp/${hostname}/${port}; printf 'GET ${pathname} HTTP/1.1\\r\\nHost: ${host}\\r\\n\\r\\n' >&3; head -n 1 <&3`;
    const other = spawn('/bin/bash', ['-c', script], { uid: 65_534, gid: 65_534, cwd: '/', env: {} });
    expect((await ended(other)).stdout).toMatch(/^HTTP\/1\.1 403 /);
    expect((await visitor.enter()).status).toBe(303);
  },
);
