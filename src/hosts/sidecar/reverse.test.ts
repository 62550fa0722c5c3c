// What the sidecar asks of its host: messages, steering, a model.
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../nouns.js';
import { hostModel } from './host-model.js';
import { Peer } from './peer.js';
import { hostPort } from './port.js';
import { Client } from './testing/client.js';

function desk() {
  const [toPeer, fromPeer] = [new PassThrough(), new PassThrough()];
  const peer = new Peer({ input: toPeer, output: fromPeer, requests: {}, onOddity: () => undefined });
  return { peer, client: new Client(toPeer, fromPeer), toPeer };
}

describe('port', () => {
  it('shows a message', async () => {
    const { peer, client } = desk();
    client.answers['show'] = () => ({});
    hostPort('s', peer, { lend: false }, () => undefined).show('careful', 'warning', 'hook x');
    expect(await client.until(({ method }) => method === 'show')).toMatchObject({
      params: { session: 's', message: 'careful', level: 'warning', source: 'hook x' },
    });
  });

  it('tells of a message that could not be shown', async () => {
    const { peer } = desk();
    const problem = new Promise<string>((resolve) => {
      hostPort('s', peer, { lend: false }, resolve).show('careful', 'warning', 'hook x');
    });
    expect(await problem).toBe('a message could not be shown: the host does not show; it was: careful');
  });

  it.each([
    ['accepted', { accepted: true, why: null }, { accepted: true, why: null }],
    ['refused', { accepted: false, why: 'busy' }, { accepted: false, why: 'busy' }],
    ['unclear', 'yes', { accepted: false, why: 'the host gave no reason' }],
  ])('steers: %s', async (_title, answer, result) => {
    const { peer, client } = desk();
    client.answers['steer'] = () => answer;
    expect(await hostPort('s', peer, { lend: false }, () => undefined).steer('go on')).toEqual(result);
  });

  it('steers a host that is gone or cannot', async () => {
    const { peer, toPeer } = desk();
    const port = hostPort('s', peer, { lend: false }, () => undefined);
    expect(await port.steer('go on')).toEqual({ accepted: false, why: 'the host does not steer' });
    toPeer.end();
    await peer.ended;
    expect(await port.steer('go on')).toEqual({ accepted: false, why: 'the other side is gone' });
  });
});

describe('model', () => {
  const request = (signal: AbortSignal = new AbortController().signal): ModelRequest => ({
    model: null,
    system: 'be brief',
    messages: [{ role: 'user', text: 'hello' }],
    tools: [],
    toolChoice: 'none',
    schema: null,
    maxTokens: 10,
    signal,
  });
  const reply = { ok: true, text: 'hi', toolCalls: [], model: 'm', inputTokens: 1, outputTokens: 2 };

  it('is the host’s own', async () => {
    const { peer, client } = desk();
    client.answers['complete'] = () => ({ ...reply, costUsd: null, end: 'done' });
    expect(await hostModel('s', peer).complete(request())).toEqual({ ...reply, costUsd: null, end: 'done' });
    const { signal: _signal, ...sent } = request();
    expect(client.heard[0]).toMatchObject({ params: { session: 's', request: sent } });
    expect(JSON.stringify(client.heard[0])).not.toContain('signal');
  });

  it.each([
    [
      'the least',
      { ok: true, text: 'x' },
      { ok: true, text: 'x', toolCalls: [], end: 'done', costUsd: null },
    ],
    [
      'tool calls',
      { ok: true, text: '', toolCalls: [{ id: 'a', name: 'Read', input: { p: 1 } }] },
      { ok: true, toolCalls: [{ id: 'a', name: 'Read', input: { p: 1 } }], end: 'tools' },
    ],
    [
      'a failure',
      { ok: false, kind: 'rate-limited', where: 'w', message: 'm' },
      { ok: false, kind: 'rate-limited' },
    ],
    ['an unknown failure', { ok: false, kind: 'x' }, { ok: false, kind: 'rejected' }],
    ['no object', 'hi', { ok: false, kind: 'garbled' }],
    ['no text', { ok: true }, { ok: false, kind: 'garbled' }],
    ['no calls', { ok: true, text: '', toolCalls: [{ id: 'a' }] }, { ok: false, kind: 'garbled' }],
    ['calls that are none', { ok: true, text: '', toolCalls: 'x' }, { ok: false, kind: 'garbled' }],
  ])('answers %s', async (_title, answer, result) => {
    const { peer, client } = desk();
    client.answers['complete'] = () => answer;
    expect(await hostModel('s', peer).complete(request())).toMatchObject(result);
  });

  it('never throws: a host that has none, is gone, fails or is no longer needed is an answer', async () => {
    const { peer, client, toPeer } = desk();
    const model = hostModel('s', peer);
    expect(await model.complete(request())).toMatchObject({ ok: false, kind: 'none' });
    client.answers['complete'] = () => Promise.reject('no credit');
    expect(await model.complete(request())).toMatchObject({
      ok: false,
      kind: 'rejected',
      message: 'no credit',
    });
    client.answers['complete'] = () => undefined;
    const controller = new AbortController();
    const answer = model.complete(request(controller.signal));
    controller.abort();
    expect(await answer).toMatchObject({ ok: false, kind: 'cancelled' });
    await client.untilNotified('cancel');
    const late = await model.complete({ ...request(), timeLeftMs: 5 });
    expect(late).toMatchObject({
      ok: false,
      kind: 'cancelled',
      message: 'no answer to complete within 5 ms',
    });
    toPeer.end();
    await peer.ended;
    expect(await model.complete(request())).toMatchObject({ ok: false, kind: 'unreachable' });
  });
});
