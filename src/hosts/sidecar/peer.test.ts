// Two peers, or a peer and raw lines, over streams of this process.

import { PassThrough } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Handler, Peer, type PeerOptions } from './peer.js';
import { CODES, RpcError } from './rpc-error.js';
import { Client } from './testing/client.js';

interface Desk {
  readonly client: Client;
  readonly peer: Peer;
  readonly oddities: string[];
  readonly toPeer: PassThrough;
  readonly fromPeer: PassThrough;
}

function desk(requests: Readonly<Record<string, Handler>> = {}, options: Partial<PeerOptions> = {}): Desk {
  const [toPeer, fromPeer] = [new PassThrough(), new PassThrough()];
  const oddities: string[] = [];
  const peer = new Peer({
    input: toPeer,
    output: fromPeer,
    requests: { echo: (params) => params, ...requests },
    onOddity: (message) => oddities.push(message),
    ...options,
  });
  return { client: new Client(toPeer, fromPeer), peer, oddities, toPeer, fromPeer };
}

describe('requests', () => {
  it('are answered, in whatever order they are done', async () => {
    let release: (value: string) => void = () => undefined;
    const { client } = desk({ slow: () => new Promise((resolve) => (release = resolve)) });
    const slow = client.ask('slow').reply;
    expect(await client.get('echo', { a: 1 })).toEqual({ a: 1 });
    release('late');
    expect(await slow).toEqual({ result: 'late' });
  });

  it('have parameters, or an empty object', async () => {
    const { client } = desk();
    client.send({ id: 'x', method: 'echo' });
    expect(await client.until(({ id }) => id === 'x')).toEqual({ jsonrpc: '2.0', id: 'x', result: {} });
  });

  it('that nobody knows are refused', async () => {
    const { client } = desk();
    expect(await client.code('toString')).toBe(CODES.unknownMethod);
    expect(await client.code('nonsense')).toBe(CODES.unknownMethod);
  });

  it('are answered under their id as it was written', async () => {
    const { client } = desk();
    const ids = ['12345678901234567890', '1.0'];
    for (const id of ids) client.raw(`{"jsonrpc":"2.0","id":${id},"method":"echo"}\n`);
    client.raw('{"jsonrpc":"2.0","id":98765432109876543210,"method":"nope"}\n');
    await client.until(({ error }) => error !== undefined);
    await client.get('echo');
    for (const id of ids) expect(client.lines).toContain(`{"jsonrpc":"2.0","id":${id},"result":{}}`);
    expect(client.lines.join()).toContain('"id":98765432109876543210,"error"');
  });

  it('that share a line are refused one by one', async () => {
    const { client } = desk();
    client.raw('{"jsonrpc":"2.0","id":"a","method":"echo"} {"jsonrpc":"2.0","id":"b","method":"echo"}\n');
    for (const own of ['a', 'b'])
      expect(await client.until(({ id }) => id === own)).toMatchObject({
        error: { code: CODES.notAMessage },
      });
    expect(await client.get('echo')).toEqual({});
  });

  it('whose handler throws are a fault, and the next one is answered', async () => {
    const { client, oddities } = desk({
      now: () => {
        throw new Error('boom');
      },
      later: () => Promise.reject('bang'),
      mine: () => Promise.reject(new RpcError(7, 'own', { why: 1 })),
    });
    expect(await client.ask('now').reply).toMatchObject({ error: { code: CODES.fault } });
    expect(await client.ask('later').reply).toMatchObject({ error: { code: CODES.fault } });
    expect(await client.ask('mine').reply).toEqual({ error: { code: 7, message: 'own' } });
    expect(client.heard.at(-1)).toMatchObject({ error: { data: { why: 1 } } });
    expect(oddities).toHaveLength(2);
    expect(await client.get('echo')).toEqual({});
  });

  it('whose result is not a JSON are a fault', async () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const { client } = desk({ circle: () => circle });
    expect(await client.code('circle')).toBe(CODES.fault);
  });

  it('with an id that is in use are refused without touching the first', async () => {
    let release: (value: string) => void = () => undefined;
    const { client } = desk({ slow: () => new Promise((resolve) => (release = resolve)) });
    client.send({ id: 9, method: 'slow' });
    client.send({ id: 9, method: 'echo' });
    expect(await client.until(({ id }) => id === null)).toMatchObject({ error: { code: CODES.notAMessage } });
    release('done');
    expect(await client.until(({ id }) => id === 9)).toMatchObject({ result: 'done' });
  });
});

describe('lines that are no message', () => {
  it.each([
    ['nonsense', CODES.notJson, null],
    ['{"jsonrpc":"2.0","id":1,', CODES.notJson, 1],
    ['[{"jsonrpc":"2.0","id":1,"method":"echo"}]', CODES.notAMessage, null],
    ['[]', CODES.notAMessage, null],
    ['12', CODES.notAMessage, null],
    ['null', CODES.notAMessage, null],
    ['{"id":91,"method":"echo"}', CODES.notAMessage, 91],
    ['{"jsonrpc":"1.0","id":"a","method":"echo"}', CODES.notAMessage, 'a'],
    ['{"jsonrpc":"2.0","id":null,"method":"echo"}', CODES.notAMessage, null],
    ['{"jsonrpc":"2.0","id":{},"method":"echo"}', CODES.notAMessage, null],
    ['{"jsonrpc":"2.0","id":95}', CODES.notAMessage, 95],
    ['{"jsonrpc":"2.0","method":5}', CODES.notAMessage, null],
  ])('%s', async (line, code, id) => {
    const { client } = desk();
    client.raw(`${line}\n`);
    expect(await client.until(() => true)).toMatchObject({ id, error: { code } });
    expect(await client.get('echo', { still: 'there' })).toEqual({ still: 'there' });
  });

  it('whatever comes, the next request is answered', async () => {
    const { client } = desk();
    const noise = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.record({ jsonrpc: fc.constant('2.0'), id: fc.anything(), method: fc.anything() }).map((each) => {
        try {
          return JSON.stringify(each) ?? '';
        } catch {
          return '{';
        }
      }),
    );
    await fc.assert(
      fc.asyncProperty(noise, async (text) => {
        client.raw(`${text.replaceAll('\n', ' ')}\n`);
        expect(await client.get('echo', { text })).toEqual({ text });
      }),
    );
  });

  it('longer than the limit are refused without being held', async () => {
    const { client, toPeer } = desk({}, { maxLineBytes: 1000 });
    const piece = Buffer.alloc(64 * 1024, 'x');
    // What is no longer held is still counted until it is collected.
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    const held = (): number => {
      if (typeof collect === 'function') collect();
      return process.memoryUsage().arrayBuffers;
    };
    const before = held();
    for (let count = 0; count < 1000; count += 1) {
      if (!toPeer.write(piece)) await new Promise((resolve) => toPeer.once('drain', resolve));
    }
    await expect.poll(() => held() - before).toBeLessThan(8 * 1024 * 1024);
    toPeer.write('\n');
    expect(await client.get('echo', { a: 1 })).toEqual({ a: 1 });
    expect(client.heard.filter(({ id }) => id === null)).toMatchObject([
      { error: { code: CODES.lineTooLong } },
    ]);
  });

  it('nest without end and are read all the same', async () => {
    const { client } = desk({ count: () => 'read' });
    client.raw(
      `{"jsonrpc":"2.0","id":1,"method":"count","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`,
    );
    expect(await client.until(({ id }) => id === 1)).toBeDefined();
    client.raw(
      `{"jsonrpc":"2.0","id":2,"method":"echo","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`,
    );
    // Whether so deep an answer can be written depends on the version of Node; an answer comes in any case.
    const { error } = await client.until(({ id }) => id === 2);
    if (error !== undefined) expect(error).toMatchObject({ code: CODES.fault });
    expect(await client.get('echo', { a: 1 })).toEqual({ a: 1 });
  });
});

describe('cancelling', () => {
  it('aborts a request, whose only answer is that it was cancelled', async () => {
    const reasons: unknown[] = [];
    const { client } = desk({
      wait: (_params, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason);
            resolve('too late');
          });
        }),
    });
    const { id, reply } = client.ask('wait');
    client.send({ method: 'cancel', params: { id } });
    expect(await reply).toMatchObject({ error: { code: CODES.cancelled } });
    expect(reasons).toHaveLength(1);
    client.send({ method: 'cancel', params: { id } });
    client.send({ method: 'cancel', params: {} });
    expect(await client.get('echo')).toEqual({});
    expect(client.heard.filter((line) => line['id'] === id)).toHaveLength(1);
  });

  it('by the one who asks tells the other side', async () => {
    const { client, peer } = desk();
    client.answers['think'] = () => undefined;
    const controller = new AbortController();
    const answer = peer.ask('think', {}, { signal: controller.signal });
    const asked = await client.until(({ method }) => method === 'think');
    controller.abort();
    await expect(answer).rejects.toMatchObject({ code: CODES.cancelled });
    await client.untilNotified('cancel', ({ id }) => id === asked['id']);
    await expect(peer.ask('think', {}, { signal: controller.signal })).rejects.toMatchObject({
      code: CODES.cancelled,
    });
  });
});

describe('asking the other side', () => {
  it('gives its result or its error', async () => {
    const { client, peer } = desk();
    client.answers['add'] = () => 3;
    client.answers['fail'] = () => Promise.reject('no');
    expect(await peer.ask('add', {})).toBe(3);
    await expect(peer.ask('fail', {})).rejects.toMatchObject({ code: -32603, message: 'no' });
    await expect(peer.ask('unknown', {})).rejects.toMatchObject({ code: -32601 });
  });

  it('has a deadline, after which an answer is late and nothing else', async () => {
    const { client, peer, oddities } = desk();
    client.answers['think'] = () => undefined;
    await expect(peer.ask('think', {}, { deadlineMs: 5 })).rejects.toMatchObject({ code: CODES.deadline });
    const { params } = await client.untilNotified('cancel');
    client.send({ id: Object(params)['id'], result: 'now' });
    expect(await client.get('echo')).toEqual({});
    expect(oddities).toEqual([]);
    client.send({ id: 4711, result: 'what?' });
    client.send({ id: null, error: { code: 1, message: 'you speak nonsense' } });
    expect(await client.get('echo')).toEqual({});
    expect(oddities).toHaveLength(2);
  });

  it('ends when the other side is gone', async () => {
    const { client, peer, toPeer } = desk();
    client.answers['think'] = () => undefined;
    const answer = peer.ask('think', {});
    toPeer.end();
    await expect(answer).rejects.toMatchObject({ code: CODES.ending });
    await peer.ended;
    await expect(peer.ask('think', {})).rejects.toMatchObject({ code: CODES.ending });
  });

  it('takes an error without code and message for one', async () => {
    const { client, peer } = desk();
    client.answers['odd'] = () => undefined;
    const answer = peer.ask('odd', {});
    const { id } = await client.until(({ method }) => method === 'odd');
    client.send({ id, error: 'just text' });
    await expect(answer).rejects.toMatchObject({ code: CODES.fault });
  });
});

describe('a host that does not read', () => {
  it('is not read from for ever, and nothing is lost when it reads again', async () => {
    const [toPeer, fromPeer] = [new PassThrough(), new PassThrough()];
    const big = 'x'.repeat(1000);
    let handled = 0;
    new Peer({
      input: toPeer,
      output: fromPeer,
      requests: {
        big: () => {
          handled += 1;
          return big;
        },
      },
      onOddity: () => undefined,
      maxUnreadBytes: 100_000,
    });
    const total = 5000;
    for (let id = 1; id <= total; id += 1) {
      toPeer.write(`{"jsonrpc":"2.0","id":${id},"method":"big"}\n`);
      if (id % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(handled).toBeLessThan(total);
    const seen = await new Promise<number>((resolve) => {
      let count = 0;
      fromPeer.setEncoding('utf8').on('data', (text: string) => {
        count += text.split('\n').length - 1;
        if (count === total) resolve(count);
      });
    });
    expect(seen).toBe(total);
  });

  it('any more ends the conversation', async () => {
    const { peer, fromPeer } = desk();
    fromPeer.destroy(new Error('EPIPE'));
    await peer.ended;
    peer.notify('log', {});
    await peer.flushed();
  });
});
