// What servers may answer, and what comes of it.
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../nouns.js';
import { commandHook } from '../../testing/index.js';
import { eventually, STDIN_LINE } from '../testing/place.js';
import { call, httpTask, testServers } from './testing/servers.js';

const servers = testServers();
const runner = servers.runner();
const DENY = JSON.stringify({ decision: 'block', reason: 'no' });

const answer = async (listener: RequestListener, changes?: Parameters<typeof call>[2]): Promise<Outcome> =>
  call(runner, `${(await servers.http(listener)).url}/hook`, changes);

const talk = async (speak: (socket: Socket) => void): Promise<Outcome> => {
  const { url } = await servers.raw((socket) => {
    socket.once('data', () => speak(socket));
  });
  return call(runner, `${url}/hook`);
};

const say =
  (text: string) =>
  (socket: Socket): void => {
    socket.end(text);
  };

test('the request', async () => {
  let seen: unknown;
  const outcome = await answer(
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url, headers, httpVersion } = request;
        seen = { method, url, headers, httpVersion, body: Buffer.concat(chunks).toString() };
        response.end();
      });
    },
    { handler: { headers: { 'X-Key': '$KEY' }, allowedEnvVars: ['KEY'] }, env: { KEY: 'k1' } },
  );
  expect(outcome).toEqual({ kind: 'answered', text: '' });
  expect(seen).toMatchObject({
    method: 'POST',
    url: '/hook',
    httpVersion: '1.1',
    body: STDIN_LINE,
    headers: {
      'content-type': 'application/json',
      'content-length': String(STDIN_LINE.length),
      'x-key': 'k1',
      host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    },
  });
});

test('the query is sent, the fragment is not', async () => {
  let seen: string | undefined;
  const { url } = await servers.http((request, response) => {
    seen = request.url;
    response.end();
  });
  await call(runner, `${url}/a b?k=v&x#frag`);
  expect(seen).toBe('/a%20b?k=v&x');
});

describe('fine answers', () => {
  test.each<[string, RequestListener, string]>([
    ['an empty body', (_, response) => response.end(), ''],
    ['204', (_, response) => response.writeHead(204).end(), ''],
    ['white space', (_, response) => response.end(' \n'), ''],
    ['JSON', (_, response) => response.setHeader('content-type', 'application/json').end(DENY), DENY],
    ['JSON as text', (_, response) => response.setHeader('content-type', 'text/plain').end(DENY), DENY],
    ['JSON without a type', (_, response) => response.end(DENY), DENY],
    ['JSON after a byte order mark', (_, response) => response.end(`\ufeff${DENY}\n`), DENY],
    ['JSON with 201', (_, response) => response.writeHead(201).end(DENY), DENY],
    [
      'JSON in small chunks',
      (_, response) => {
        for (const char of DENY) response.write(char);
        response.end();
      },
      DENY,
    ],
    [
      'JSON after 103',
      (_, response) => {
        response.writeEarlyHints({ link: '</x>; rel=preload' });
        response.end(DENY);
      },
      DENY,
    ],
    [
      'characters beyond ASCII',
      (_, response) => response.end('{"reason":"größer 🙂"}'),
      '{"reason":"größer 🙂"}',
    ],
  ])('%s', async (_title, listener, text) => {
    expect(await answer(listener)).toEqual({ kind: 'answered', text });
  });

  test('an answer without a length, ended by the end of the connection', async () => {
    expect(await talk(say(`HTTP/1.0 200 OK\r\n\r\n${DENY}`))).toEqual({ kind: 'answered', text: DENY });
  });

  test('an answer before the request is read', async () => {
    const { url } = await servers.raw((socket) => {
      socket.pause();
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${DENY.length}\r\n\r\n${DENY}`);
    });
    const stdin = Buffer.alloc(20_000_000, 'x');
    expect(await call(runner, url, { stdin })).toEqual({ kind: 'answered', text: DENY });
  });
});

describe('bad output', () => {
  test.each<[string, RequestListener, RegExp]>([
    ['text', (_, response) => response.end('PLAIN'), /text/],
    ['JSON that is broken', (_, response) => response.end('{bad}'), /cannot be read/],
    ['JSON with text around it', (_, response) => response.end(`ok: ${DENY}`), /text/],
    ['JSON that is an array', (_, response) => response.end(`[${DENY}]`), /not an object/],
    ['JSON that is a string', (_, response) => response.end('"allow"'), /not an object/],
    ['null', (_, response) => response.end('null'), /not an object/],
    ['HTML', (_, response) => response.end('<html></html>'), /text/],
    ['JSON that nests without end', (_, response) => response.end('['.repeat(1_000_000)), /text/],
    [
      'an encoding that was not asked for',
      (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(DENY)),
      /"gzip"/,
    ],
  ])('%s', async (_title, listener, message) => {
    expect(await answer(listener)).toMatchObject({
      kind: 'badOutput',
      message: expect.stringMatching(message),
    });
  });

  test('no encoding is asked for', async () => {
    let asked: string | undefined;
    await answer((request, response) => {
      asked = request.headers['accept-encoding']?.toString();
      response.end();
    });
    expect(asked).toBe('identity');
  });

  test('a body without end is cut off, and the connection with it', async () => {
    const small = servers.runner({ bodyCap: 10_000 });
    const server = await servers.http((_, response) => {
      const more = (): void => {
        while (response.write('x'.repeat(1000)));
        response.once('drain', more);
      };
      response.write('{"reason":"');
      more();
    });
    const outcome = await call(small, server.url);
    expect(outcome).toMatchObject({ kind: 'badOutput', message: expect.stringMatching(/more than is read/) });
    await eventually(() => expect(server.open.size).toBe(0));
  });

  test('a body of exactly the cap is read, one byte more is not', async () => {
    const small = servers.runner({ bodyCap: DENY.length });
    const whole = await servers.http((_, response) => response.end(DENY));
    expect(await call(small, whole.url)).toEqual({ kind: 'answered', text: DENY });
    const longer = await servers.http((_, response) => response.end(`${DENY} `));
    expect((await call(small, longer.url)).kind).toBe('badOutput');
  });

  test('a gzip bomb is bytes like others', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const outcome = await answer((_, response) => response.setHeader('content-encoding', 'gzip').end(bomb));
    expect(outcome).toMatchObject({ kind: 'badOutput', message: expect.stringMatching(/gzip/) });
  });
});

describe('a status other than 2xx never decides', () => {
  test.each([300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 418, 429, 500, 502, 503, 599])(
    '%i',
    async (status) => {
      const outcome = await answer((_, response) => response.writeHead(status).end(DENY));
      expect(outcome).toMatchObject({
        kind: 'launchFailed',
        problem: 'call-failed',
        exitCode: null,
        message: expect.stringContaining(String(status)),
      });
    },
  );

  test('what the server says is shown, in short', async () => {
    const outcome = await answer((_, response) => response.writeHead(500).end('boom '.repeat(1000)));
    if (outcome.kind !== 'launchFailed') throw new Error(JSON.stringify(outcome));
    expect(outcome.stderr).toMatch(/^boom boom/);
    expect(outcome.stderr.length).toBeLessThanOrEqual(500);
  });

  test('an error without end', async () => {
    const server = await servers.http((_, response) => {
      response.writeHead(500);
      const more = (): void => {
        while (response.write('x'.repeat(1000)));
        response.once('drain', more);
      };
      more();
    });
    expect(await call(runner, server.url)).toMatchObject({ problem: 'call-failed' });
    await eventually(() => expect(server.open.size).toBe(0));
  });

  test.each([
    '/deny',
    'http://127.0.0.1:9/deny',
    '//127.0.0.1/deny',
    'http://169.254.169.254/',
    'file:///etc/passwd',
  ])('a redirect to %s is not followed', async (location) => {
    const paths: (string | undefined)[] = [];
    const outcome = await answer((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location }).end();
    });
    expect(outcome).toMatchObject({
      problem: 'call-failed',
      message: expect.stringMatching(/redirects are not/),
    });
    expect(paths).toEqual(['/hook']);
  });

  test('a change of protocol', async () => {
    const outcome = await talk((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    );
    expect(outcome).toMatchObject({ problem: 'call-failed', message: expect.stringMatching(/101/) });
  });
});

describe('connections that fail', () => {
  test('nothing listens', async () => {
    const outcome = await call(runner, 'http://me:secret@127.0.0.1:9/x?token=secret#secret');
    expect(outcome).toMatchObject({
      kind: 'launchFailed',
      problem: 'unreachable',
      path: 'http://127.0.0.1:9/x?…',
    });
    expect(JSON.stringify(outcome)).toMatch(/ECONNREFUSED/);
    expect(JSON.stringify(outcome)).not.toMatch(/secret/);
  });

  test('there is no such host', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }));
    const outcome = await call(servers.runner({ resolve }), 'http://nowhere.example/');
    expect(outcome).toMatchObject({ problem: 'unreachable', message: expect.stringMatching(/no such host/) });
  });

  test('a host without addresses', async () => {
    const outcome = await call(
      servers.runner({ resolve: () => Promise.resolve([]) }),
      'http://empty.example/',
    );
    expect(outcome).toMatchObject({ problem: 'unreachable', message: expect.stringMatching(/no address/) });
  });

  test.each<[string, (socket: Socket) => void, RegExp]>([
    ['closed without a word', (socket) => socket.end(), /closed the connection/],
    ['reset', (socket) => socket.resetAndDestroy(), /closed the connection/],
    ['closed within the headers', say('HTTP/1.1 200 OK\r\ncontent-le'), /closed the connection|not HTTP/],
    [
      'closed within the body',
      say(`HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n${DENY}`),
      /before its answer/,
    ],
    [
      'closed within a chunk',
      say('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n20\r\n{"deci'),
      /before its answer/,
    ],
    [
      'reset within the body',
      (socket) => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n${DENY}`, () => socket.resetAndDestroy());
      },
      /before its answer/,
    ],
    ['not HTTP at all', say('SSH-2.0-OpenSSH_9.6\r\n'), /not HTTP/],
    ['a status that is no number', say('HTTP/1.1 abc OK\r\n\r\n'), /not HTTP/],
    ['two lengths', say('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}'), /not HTTP/],
    [
      'a length and chunks',
      say('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}'),
      /not HTTP/,
    ],
    [
      'a chunk size that is no number',
      say('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
      /not HTTP|before its/,
    ],
    [
      'one huge header',
      say(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`),
      /headers that are too long/,
    ],
    [
      'headers without end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const more = (): void => {
          if (!socket.destroyed) socket.write('x-a: b\r\n'.repeat(100), () => setImmediate(more));
        };
        more();
      },
      /headers that are too long/,
    ],
  ])('%s', async (_title, speak, message) => {
    const outcome = await talk(speak);
    expect(outcome).toMatchObject({ kind: 'launchFailed', problem: 'call-failed' });
    expect(outcome.kind === 'launchFailed' && outcome.message).toMatch(message);
  });
});

describe('time', () => {
  test('no answer', async () => {
    const server = await servers.http(() => undefined);
    expect(await call(runner, server.url, { timeoutMs: 100 })).toEqual({
      kind: 'timedOut',
      timeoutMs: 100,
      stdout: '',
      stderr: '',
      truncated: false,
    });
    await eventually(() => expect(server.open.size).toBe(0));
  });

  test('an answer that never ends covers the same time; what came so far is known', async () => {
    const server = await servers.http((_, response) => {
      response.write(DENY);
      setInterval(() => response.write(' '), 20).unref();
    });
    expect(await call(runner, server.url, { timeoutMs: 1000 })).toMatchObject({
      kind: 'timedOut',
      stdout: expect.stringContaining(DENY),
    });
  });

  test('a name that nobody answers for', async () => {
    const connected: unknown[] = [];
    const late: (() => void)[] = [];
    const slow = servers.runner({
      resolve: () =>
        new Promise((resolve) => {
          late.push(() => resolve([{ address: '127.0.0.1', family: 4 }]));
        }),
      connect: (target) => {
        connected.push(target);
        throw new Error('not wanted');
      },
    });
    expect((await call(slow, 'http://slow.example/', { timeoutMs: 50 })).kind).toBe('timedOut');
    for (const answerNow of late) answerNow();
    await new Promise((resolve) => setImmediate(resolve));
    expect(late).toHaveLength(1);
    expect(connected).toEqual([]);
  });

  test('no limit', async () => {
    const outcome = await answer((_, response) => response.end(DENY), { timeoutMs: null });
    expect(outcome.kind).toBe('answered');
  });
});

describe('ending it', () => {
  test('a signal, before and during', async () => {
    const server = await servers.http(() => controller.abort('enough'));
    const controller = new AbortController();
    const done = { kind: 'cancelled', why: 'enough' };
    expect(await call(runner, server.url, { signal: controller.signal })).toEqual(done);
    await eventually(() => expect(server.open.size).toBe(0));
    expect(server.connections()).toBe(1);
    expect(await call(runner, server.url, { signal: controller.signal })).toEqual(done);
    expect(server.connections()).toBe(1);
  });

  test('close ends what runs and what is kept, and nothing starts after it', async () => {
    const mine = servers.runner();
    const quiet = await servers.http((_, response) => response.end());
    await call(mine, quiet.url);
    expect(quiet.open.size).toBe(1);
    const hanging = await servers.http(() => void mine.close());
    expect(await call(mine, hanging.url)).toEqual({ kind: 'cancelled', why: 'the engine was closed' });
    await eventually(() => expect([...quiet.open, ...hanging.open]).toEqual([]));
    expect((await call(mine, quiet.url)).kind).toBe('cancelled');
    expect(quiet.connections()).toBe(1);
    await mine.close();
  });

  test('a hook of another type is refused', async () => {
    const run = await runner.run({ ...httpTask('http://127.0.0.1/'), hook: commandHook('true') });
    expect(run.outcome).toMatchObject({ kind: 'refused' });
  });
});
