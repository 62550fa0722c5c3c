// Connections: kept, made again, encrypted, and never through a proxy.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { eventually } from '../testing/place.js';
import { connectTo } from './connections.js';
import { call, httpTask, testServers } from './testing/servers.js';

const servers = testServers();

describe('kept connections', () => {
  test('one for many events', async () => {
    const runner = servers.runner();
    const server = await servers.http((_, response) => response.end('{}'));
    for (let index = 0; index < 20; index += 1) {
      expect(await call(runner, `${server.url}/${index}`)).toMatchObject({ kind: 'answered' });
    }
    expect(server.connections()).toBe(1);
  });

  test('hooks of one event do not wait for each other', async () => {
    const runner = servers.runner();
    const waiting: (() => void)[] = [];
    const server = await servers.http((_, response) => {
      waiting.push(() => response.end());
      if (waiting.length === 5) for (const go of waiting) go();
    });
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => call(runner, server.url)));
    expect(outcomes.every(({ kind }) => kind === 'answered')).toBe(true);
    expect(server.connections()).toBe(5);
  });

  test('also after an error of the server, and after text', async () => {
    const runner = servers.runner();
    const server = await servers.http((request, response) => {
      if (request.url === '/500') response.writeHead(500).end('boom');
      else response.end('text');
    });
    await call(runner, `${server.url}/500`);
    await call(runner, `${server.url}/text`);
    await call(runner, `${server.url}/500`);
    expect(server.connections()).toBe(1);
  });

  test('not after an answer that was cut short', async () => {
    const runner = servers.runner();
    let bad = true;
    const server = await servers.http((_, response) => {
      if (!bad) return response.end('{}');
      bad = false;
      response.writeHead(200, { 'content-length': 100 }).write('{');
      return setImmediate(() => response.destroy());
    });
    expect(await call(runner, server.url)).toMatchObject({ problem: 'call-failed' });
    expect(await call(runner, server.url)).toEqual({ kind: 'answered', text: '{}' });
    expect(server.connections()).toBe(2);
  });

  /** Answers the first request of every connection as it is told, the others by hanging up. */
  const hangingUp = async (end: (socket: Socket) => void) => {
    const requests: number[] = [];
    let connections = 0;
    const server = await servers.raw((socket) => {
      connections += 1;
      const mine = connections;
      let count = 0;
      socket.on('data', () => {
        requests.push(mine);
        count += 1;
        if (count === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
        else end(socket);
      });
    });
    return { server, requests };
  };

  test('one that was closed between two events is replaced, once', async () => {
    for (const end of [(socket: Socket) => socket.destroy(), (socket: Socket) => socket.resetAndDestroy()]) {
      const runner = servers.runner();
      const { server, requests } = await hangingUp(end);
      expect(await call(runner, server.url)).toMatchObject({ kind: 'answered' });
      expect(await call(runner, server.url)).toMatchObject({ kind: 'answered' });
      expect(requests).toEqual([1, 1, 2]);
    }
  });

  test('one that was closed in the midst of an answer is not', async () => {
    const runner = servers.runner();
    const { server, requests } = await hangingUp((socket) => socket.end('H'));
    expect(await call(runner, server.url)).toMatchObject({ kind: 'answered' });
    expect(await call(runner, server.url)).toMatchObject({ problem: 'call-failed' });
    expect(requests).toEqual([1, 1]);
  });

  test('a new connection that is closed is not tried again', async () => {
    let count = 0;
    const server = await servers.raw((socket) => {
      count += 1;
      socket.once('data', () => socket.destroy());
    });
    expect(await call(servers.runner(), server.url)).toMatchObject({ problem: 'call-failed' });
    expect(count).toBe(1);
  });

  test('one that the server closes while nobody uses it costs nothing', async () => {
    const runner = servers.runner();
    const server = await servers.http((_, response) => response.end('{}'));
    await call(runner, server.url);
    for (const socket of server.open) socket.destroy();
    await eventually(() => expect(server.open.size).toBe(0));
    expect(await call(runner, server.url)).toMatchObject({ kind: 'answered' });
  });

  test('hosts, ports and encryption are kept apart', async () => {
    const runner = servers.runner();
    const [one, other] = await Promise.all([
      servers.http((_, response) => response.end('{"reason":"1"}')),
      servers.http((_, response) => response.end('{"reason":"2"}')),
    ]);
    for (let index = 0; index < 3; index += 1) {
      expect(await call(runner, one.url)).toEqual({ kind: 'answered', text: '{"reason":"1"}' });
      expect(await call(runner, other.url)).toEqual({ kind: 'answered', text: '{"reason":"2"}' });
    }
    expect(await call(runner, one.url.replace('http:', 'https:'))).toMatchObject({ problem: 'unreachable' });
  });
});

describe('where to', () => {
  test('the pinned address, without any resolver', async () => {
    const server = await servers.http((request, response) =>
      response.end(JSON.stringify({ reason: request.headers.host })),
    );
    const runner = servers.runner({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
    const host = `does-not-exist.invalid:${server.port}`;
    expect(await call(runner, `http://${host}/`)).toEqual({ kind: 'answered', text: `{"reason":"${host}"}` });
  });

  test.each(['192.0.2.1', 'name.invalid'])('the address that is given, and not %s', async (host) => {
    const server = await servers.http(() => undefined);
    const address = { address: '127.0.0.1', family: 4 } as const;
    const socket = connectTo({ host, port: server.port, secure: false }, [address]);
    await new Promise((resolve) => socket.once('connect', resolve));
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  });

  test('the next address, where the first one takes no connection', async () => {
    const server = await servers.http((_, response) => response.end('{}'));
    const runner = servers.runner({
      resolve: async () => [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ],
    });
    expect(await call(runner, `http://two.invalid:${server.port}/`)).toMatchObject({ kind: 'answered' });
  });

  test('localhost, by the resolver of the system', async () => {
    const server = await servers.http((_, response) => response.end('{}'));
    expect(await call(servers.runner(), `http://localhost:${server.port}/`)).toMatchObject({
      kind: 'answered',
    });
  });

  test('IPv6', async () => {
    const server = await servers.http((request, response) => {
      response.end(JSON.stringify({ reason: request.headers.host }));
    }, '::1');
    expect(await call(servers.runner(), server.url)).toEqual({
      kind: 'answered',
      text: `{"reason":"[::1]:${server.port}"}`,
    });
  });

  test('never a proxy of the environment', async () => {
    const proxy = await servers.http((_, response) => response.end('{"reason":"proxy"}'));
    const server = await servers.http((_, response) => response.end('{}'));
    for (const name of ['http_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) vi.stubEnv(name, proxy.url);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    vi.stubEnv('NO_PROXY', '');
    try {
      const task = httpTask(server.url, { env: { HTTP_PROXY: proxy.url, http_proxy: proxy.url } });
      const { outcome } = await servers.runner().run(task);
      expect(outcome).toEqual({ kind: 'answered', text: '{}' });
      expect(proxy.connections()).toBe(0);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('https', () => {
  const folder = mkdtempSync(join(tmpdir(), 'http hooks '));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = 'subjectAltName=DNS:hooks.example,IP:127.0.0.1';
  const certificate = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-days', '2', '-nodes'];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      ...certificate,
      '-subj',
      '/CN=hooks.example',
      '-addext',
      names,
      '-keyout',
      keyFile,
      '-out',
      certFile,
    ],
    { stdio: 'pipe' },
  );
  const [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')];
  const start = () =>
    servers.listen(
      createTlsServer({ key, cert }, (_, response) => response.end('{"reason":"tls"}')),
      '127.0.0.1',
    );
  const trusting = () =>
    servers.runner({
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      connect: (target, addresses) => connectTo(target, addresses, cert),
    });

  test('a certificate that is trusted, by name and by address, kept alive', async () => {
    const runner = trusting();
    const server = await start();
    for (const host of ['hooks.example', 'hooks.example.', '127.0.0.1']) {
      for (let index = 0; index < 3; index += 1) {
        const outcome = await call(runner, `https://${host}:${server.port}/`);
        expect(outcome).toEqual({ kind: 'answered', text: '{"reason":"tls"}' });
      }
    }
    expect(server.connections()).toBe(3);
  });

  test('a certificate for another name', async () => {
    const server = await start();
    expect(await call(trusting(), `https://other.example:${server.port}/`)).toMatchObject({
      problem: 'unreachable',
      message: expect.stringMatching(/other\.example/),
    });
  });

  test('a certificate that nobody trusts, even where the environment would', async () => {
    const server = await start();
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    try {
      expect(await call(servers.runner(), `https://127.0.0.1:${server.port}/`)).toMatchObject({
        problem: 'unreachable',
        message: expect.stringMatching(/self.signed/),
      });
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('a server that does not encrypt', async () => {
    const plain = await servers.http((_, response) => response.end());
    expect(await call(trusting(), `https://127.0.0.1:${plain.port}/`)).toMatchObject({
      problem: 'unreachable',
    });
  });
});
