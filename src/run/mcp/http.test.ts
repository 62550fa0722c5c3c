// mcp_tool hooks with servers on loopback.
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Voice } from '../../nouns.js';
import { list } from '../../testing/index.js';
import { Network } from '../http/testing/servers.js';
import { eventually } from '../testing/place.js';
import { callsAnswered, methodOf, testServer } from './testing/http-server.js';
import { address, answered, launchFailure, mcpHook, scenes } from './testing/scene.js';

const scene = scenes();

describe.each(['events', 'json', 'sse'] as const)('answers by %s', (way) => {
  const kind = way === 'sse' ? 'sse' : 'http';

  it('come with the text; headers are sent; one connection serves all calls', async () => {
    const server = await testServer(way);
    const one = scene({ servers: [address('s', server.url, kind)] });
    const calls = ['a', 'b', 'c'].map((text) => one.call('s', 'echo', { text }));
    expect(await Promise.all(calls)).toEqual(['a yes', 'b yes', 'c yes'].map(answered));
    expect(await one.call('s', 'echo', { text: 'd' })).toEqual(answered('d yes'));
    expect(server.count('initialized')).toBe(1);
    await one.runner.close();
  });

  it('say that a tool failed, or that there is none', async () => {
    const server = await testServer(way);
    const one = scene({ servers: [address('s', server.url, kind)] });
    expect(launchFailure(await one.call('s', 'fail'))).toMatchObject({
      problem: 'call-failed',
      path: server.url,
    });
    const missing = launchFailure(await one.call('s', 'nope'));
    expect(missing.problem).toBe('no-server');
    expect(missing.message).toContain('"echo", "fail", "slow"');
    await one.runner.close();
  });

  it('are not waited for after an abort; the server is told', async () => {
    const server = await testServer(way);
    const one = scene({ servers: [address('s', server.url, kind)] });
    const controller = new AbortController();
    const run = one.call('s', 'slow', {}, { signal: controller.signal });
    await eventually(() => expect(server.log).toContain('call slow'));
    controller.abort('enough');
    expect(await run).toEqual({ kind: 'cancelled', why: 'enough' });
    await eventually(() => expect(server.log).toContain('cancelled: enough'));
    await one.runner.close();
  });

  it('are not waited for after a cut; the next call connects again', async () => {
    const server = await testServer(way);
    const one = scene({ servers: [address('s', server.url, kind)] });
    const run = one.call('s', 'slow');
    await eventually(() => expect(server.log).toContain('call slow'));
    server.cutAll();
    expect(launchFailure(await run)).toMatchObject({ problem: 'unreachable', path: server.url });
    expect(await one.call('s', 'echo', { text: 'again' })).toEqual(answered('again yes'));
    expect(server.count('initialized')).toBe(2);
    await one.runner.close();
  });
});

describe('a session', () => {
  it('that the server forgot is begun again, and the call made once more', async () => {
    const server = await testServer();
    const one = scene({ servers: [address('s', server.url)] });
    await one.call('s', 'echo', { text: 'a' });
    server.forgetSessions();
    expect(await one.call('s', 'echo', { text: 'b' })).toEqual(answered('b yes'));
    expect(server.count('initialized')).toBe(2);
  });

  it('is ended at close', async () => {
    const server = await testServer();
    const one = scene({ servers: [address('s', server.url)] });
    await one.call('s', 'echo', { text: 'a' });
    await one.runner.close();
    expect(server.log.at(-1)).toBe('DELETE');
  });

  it('keeps no stream open for messages that nobody expects', async () => {
    const server = await testServer();
    const one = scene({ servers: [address('s', server.url)] });
    await one.call('s', 'echo', { text: 'a' });
    expect(server.log).not.toContain('GET');
  });

  it('with a server of the older kind, where the definition does not say which', async () => {
    const server = await testServer('sse');
    const one = scene({ servers: [address('s', server.url, 'either')] });
    expect(await one.call('s', 'echo', { text: 'a' })).toEqual(answered('a yes'));
    await one.runner.close();
  });
});

describe('a server that cannot be connected to', () => {
  it.each(['http', 'sse', 'either'] as const)('refuses the connection (%s)', async (kind) => {
    const one = scene({ servers: [address('s', `http://127.0.0.1:${await freePort()}/mcp`, kind)] });
    const failure = launchFailure(await one.call('s', 'echo'));
    expect(failure.problem).toBe('unreachable');
    expect(failure.message).toContain('ECONNREFUSED');
  });

  it.each(['http', 'sse'] as const)('never answers (%s)', async (kind) => {
    const server = await testServer();
    server.answer = () => true;
    const one = scene({ servers: [address('s', server.url, kind)], limits: { connectMs: 300 } });
    const failure = launchFailure(await one.call('s', 'echo'));
    expect(failure.problem).toBe('unreachable');
    expect(failure.message).toContain('did not answer within 0.3 s');
  });

  it.each(['http', 'sse'] as const)('never answers, and the engine is closed (%s)', async (kind) => {
    const server = await testServer();
    server.answer = () => true;
    const one = scene({ servers: [address('s', server.url, kind)] });
    const run = one.call('s', 'echo');
    await eventually(() => expect(server.log).not.toEqual([]));
    await one.runner.close();
    expect(await run).toEqual({ kind: 'cancelled', why: 'the engine was closed' });
  });

  it.each(['http', 'sse'] as const)('asks who we are (%s)', async (kind) => {
    const server = await testServer();
    server.answer = (_request, response) => response.writeHead(401).end('who?') !== null;
    const one = scene({ servers: [address('s', server.url, kind)] });
    const failure = launchFailure(await one.call('s', 'echo'));
    expect(failure.problem).toBe('call-failed');
    expect(failure.message).toContain('HTTP status 401');
    expect(failure.message).toContain('"headers"');
  });

  it('is a page for people', async () => {
    const server = await testServer();
    server.answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>') !== null;
    const one = scene({ servers: [address('s', server.url)] });
    expect(await one.call('s', 'echo')).toMatchObject({ kind: 'badOutput' });
  });

  it('sends us elsewhere', async () => {
    const [server, other] = [await testServer(), await testServer()];
    server.answer = (_request, response) => response.writeHead(307, { location: other.url }).end() !== null;
    const one = scene({ servers: [address('s', server.url)] });
    expect(launchFailure(await one.call('s', 'echo')).problem).toBe('call-failed');
    expect(other.log).toEqual([]);
  });
});

describe('a call that is answered with', () => {
  const JSON_TYPE = { 'content-type': 'application/json' };
  const EVENTS = { 'content-type': 'text/event-stream' };

  it.each([
    ['an HTTP error', 500, {}, 'out of order', 'launchFailed', 'HTTP status 500'],
    ['no JSON', 200, JSON_TYPE, '{nope', 'badOutput', 'not MCP'],
    ['no message', 200, JSON_TYPE, '{"hello":1}', 'badOutput', 'not MCP'],
    [
      'an answer to somebody else',
      200,
      JSON_TYPE,
      '{"jsonrpc":"2.0","id":999,"result":{}}',
      'launchFailed',
      'without an answer',
    ],
    ['an empty stream', 200, EVENTS, ': hello\n\n', 'launchFailed', 'without an answer'],
    ['garbage in a stream', 200, EVENTS, 'data: {nope\n\n', 'launchFailed', 'without an answer'],
    ['nothing', 202, {}, '', 'badOutput', 'status 202'],
  ])('%s', async (_title, status, headers, body, kind, says) => {
    const server = await testServer();
    server.answer = callsAnswered((response) => response.writeHead(status, headers).end(body));
    const one = scene({ servers: [address('s', server.url)] });
    const outcome = await one.call('s', 'echo');
    expect(outcome).toMatchObject({ kind, message: expect.stringContaining(says) });
  });

  it.each([
    ['JSON', JSON_TYPE],
    ['a stream', EVENTS],
  ])('%s without end', async (_title, headers) => {
    const server = await testServer();
    server.answer = callsAnswered((response) => {
      response.writeHead(200, headers).write('data: "');
      const more = (): void => void response.write('x'.repeat(65_536), (error) => error ?? more());
      more();
    });
    const one = scene({ servers: [address('s', server.url)], limits: { messageBytes: 1_000_000 } });
    const outcome = await one.call('s', 'echo');
    expect(outcome).toMatchObject({ kind: 'badOutput', message: expect.stringContaining('1000000 bytes') });
  });

  it('a long text beside an error, of which only the beginning is read', async () => {
    const server = await testServer();
    server.answer = callsAnswered((response) => response.writeHead(500).end('x'.repeat(3_000_000)));
    const one = scene({ servers: [address('s', server.url)] });
    expect(launchFailure(await one.call('s', 'echo')).message.length).toBeLessThan(1000);
  });

  it('a connection that is cut in the middle', async () => {
    const server = await testServer();
    server.answer = callsAnswered((response) => {
      response.writeHead(200, EVENTS).write('data: {"jsonrpc"', () => response.destroy());
    });
    const one = scene({ servers: [address('s', server.url)] });
    expect(launchFailure(await one.call('s', 'echo')).problem).toBe('unreachable');
  });

  it('a result of the wrong shape', async () => {
    const server = await testServer();
    server.answer = (_request, response, message) => {
      if (methodOf(message) !== 'tools/call') return false;
      const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : 0;
      const result = { content: [{ type: 'text', text: 7 }] };
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      return true;
    };
    const one = scene({ servers: [address('s', server.url)] });
    expect(await one.call('s', 'echo')).toMatchObject({ kind: 'badOutput' });
  });
});

describe.each(['http', 'sse', 'either'] as const)('where a server may be (%s)', (kind) => {
  const placed = async (answers: ConstructorParameters<typeof Network>[1], url: string) => {
    const server = await testServer(kind === 'sse' ? 'sse' : 'json');
    const network = new Network(Number(new URL(server.url).port), answers);
    const { resolve, connect } = network;
    const one = scene({ servers: [address('s', url, kind)], resolve, connect });
    return { server, network, one };
  };
  const by = (voice: Voice) => ({ ...mcpHook('s', 'echo', { text: 'a' }), voice });

  it.each([
    ['http://10.0.0.1/mcp', '10.0.0.1 is a private address'],
    ['http://0.0.0.0/mcp', '0.0.0.0 is the unspecified address'],
    ['http://169.254.169.254/mcp', 'the metadata service of a cloud'],
    ['http://inside.test/mcp', 'inside.test is at 192.168.0.7, a private address'],
  ])('not at %s', async (url, says) => {
    const { network, one } = await placed({ 'inside.test': ['8.8.8.8', '192.168.0.7'] }, url);
    for (const voice of ['project', 'plugin', 'user'] as const)
      expect(await one.run(by(voice))).toMatchObject({
        kind: 'refused',
        why: expect.stringMatching(`^the MCP server "s" may not be called: .*${says}.*user settings$`),
      });
    expect(network.connected).toEqual([]);
  });

  it('at a name that is looked up again only for a new connection, to what was checked', async () => {
    const turns = [['8.8.8.8'], ['10.0.0.1']];
    const answers = { 'turning.test': () => turns.shift() ?? ['10.0.0.1'] };
    const { network, one } = await placed(answers, 'http://turning.test/mcp');
    await one.run(by('project'));
    expect(new Set(network.connected)).toEqual(new Set(['turning.test 8.8.8.8']));
    await one.runner.close();
  });

  it('at a private address that the user names, and not one that the project names', async () => {
    const { network, one } = await placed({}, 'http://10.0.0.1/mcp');
    const policy = (voice: Voice) => ({
      http: { refusedUrls: [], allowedUrls: [list(['http://10.0.0.1/*'], voice)], allowedEnvVars: [] },
    });
    expect(await one.run(by('project'), policy('project'))).toMatchObject({ kind: 'refused' });
    expect(network.connected).toEqual([]);
    expect(await one.run(by('project'), policy('user'))).toEqual(answered('a yes'));
    // What was connected to without the guard is not there for those who have it.
    expect(await one.run(by('project'))).toMatchObject({ kind: 'refused' });
    await one.runner.close();
  });

  it('only where the lists allow it', async () => {
    const { network, one } = await placed({}, 'http://127.0.0.1/mcp');
    const http = { refusedUrls: [], allowedUrls: [list(['https://*'])], allowedEnvVars: [] };
    expect(await one.run(by('user'), { http })).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('of the user settings (/user/settings.json)'),
    });
    expect(network.connected).toEqual([]);
  });
});

it('an address that a server of the older kind names has to be allowed too', async () => {
  const server = await testServer('sse');
  const one = scene({ servers: [address('s', server.url, 'sse')] });
  const http = { refusedUrls: [], allowedUrls: [list([server.url])], allowedEnvVars: [] };
  expect(await one.call('s', 'echo', {}, { http })).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining('/messages'),
  });
});

it('what is said of an address is said without password and query', async () => {
  const server = await testServer();
  server.answer = (_request, response) => response.writeHead(500).end('no') !== null;
  const url = server.url.replace('http://', 'http://ann:secret@');
  const one = scene({ servers: [address('s', `${url}?k=secret`)] });
  const outcome = launchFailure(await one.call('s', 'echo'));
  expect(outcome.path).toBe(`${server.url}?…`);
  expect(JSON.stringify(outcome)).not.toContain('secret');
});

it('a connection that the server closed meanwhile is made again', async () => {
  const server = await testServer('json');
  const one = scene({ servers: [address('s', server.url)] });
  for (const text of ['a', 'b', 'c']) {
    expect(await one.call('s', 'echo', { text })).toEqual(answered(`${text} yes`));
    server.cutAll();
  }
});

/** A port that nobody listens on. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const at = server.address();
      server.close(() => resolve(typeof at === 'object' && at !== null ? at.port : 0));
    });
  });
}
