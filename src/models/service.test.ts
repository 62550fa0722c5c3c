// Failures, tries, deadlines and places, against real servers of both protocols.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Model } from '../nouns.js';
import { type Clock, chooseModel, type ModelConfig } from './index.js';
import * as anthropic from './testing/anthropic-server.js';
import * as openai from './testing/openai-server.js';
import { failure, reply, request, testClock } from './testing/requests.js';
import {
  cut,
  cutMidBody,
  endless,
  hang,
  json,
  notHttp,
  type Reaction,
  raw,
  stall,
  startServer,
  type TestServer,
} from './testing/server.js';

const KEY = 'sk-secret-0123456789';
let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

interface Way {
  readonly name: 'anthropic' | 'openai';
  readonly says: (text: string) => Reaction;
  readonly fails: (status: number, text: string, headers?: Readonly<Record<string, string>>) => Reaction;
}

const ways: readonly Way[] = [
  {
    name: 'anthropic',
    says: anthropic.says,
    fails: (status, text, headers) => anthropic.fails(status, 'error', text, headers),
  },
  {
    name: 'openai',
    says: openai.says,
    fails: (status, text, headers) => openai.fails(status, text, {}, headers),
  },
];

function modelAt(url: string, way: Way, clock: Clock, config: ModelConfig = {}): Model {
  return chooseModel({
    env: { KEY },
    config: { provider: way.name, base_url: url, key_env: 'KEY', model: 'm', ...config },
    clock,
  });
}

describe.each(ways)('$name', (way) => {
  const model = (clock: Clock = testClock(), config: ModelConfig = {}) =>
    modelAt(server.url, way, clock, config);

  describe('one try is enough', () => {
    it.each([400, 401, 403, 404, 413])('HTTP %i is a rejection', async (status) => {
      server.react(way.fails(status, 'no, because'));
      expect(failure(await model().complete(request()))).toMatchObject({
        kind: 'rejected',
        where: expect.stringContaining(server.url),
        message: expect.stringMatching(`^m: HTTP ${status}: no, because`),
      });
      expect(server.received).toHaveLength(1);
    });

    it('a redirect is not followed', async () => {
      const other = await startServer();
      other.react(way.says('stolen'));
      server.react(json({}, 307, { location: other.url }));
      expect(failure(await model().complete(request()))).toMatchObject({
        kind: 'rejected',
        message: expect.stringContaining('redirect'),
      });
      expect(other.received).toEqual([]);
      await other.close();
    });

    it.each([
      ['no JSON', raw('{"content": [', 'application/json')],
      ['other JSON', json({ hello: 'there' })],
      ['a list', json([])],
      ['a number', json(7)],
      ['nothing', raw('', 'application/json')],
      ['a page', raw('<!doctype html><title>Welcome</title>', 'text/html')],
      ['no HTTP', notHttp],
    ])('an answer of %s is garbled', async (_, reaction) => {
      server.react(reaction);
      expect(failure(await model().complete(request())).kind).toBe('garbled');
      expect(server.received).toHaveLength(1);
    });

    it('an endless answer is cut off, and the connection closed', async () => {
      server.react(endless());
      expect(failure(await model().complete(request()))).toMatchObject({
        kind: 'garbled',
        message: expect.stringContaining('8 MB'),
      });
      await server.received[0]?.closed;
    });

    it('an endless error page is cut off too', async () => {
      server.react(endless(403));
      expect(failure(await model().complete(request())).kind).toBe('rejected');
      await server.received[0]?.closed;
    });
  });

  describe('further tries', () => {
    it.each([
      ['429', way.fails(429, 'slow down')],
      ['529', way.fails(529, 'overloaded')],
      ['500', way.fails(500, 'oops')],
      ['408', way.fails(408, 'too slow')],
      ['a gateway’s page', raw('<html>Bad gateway</html>', 'text/html', 502)],
      ['a cut connection', cut],
      ['a cut in the middle of the answer', cutMidBody],
    ])('after %s', async (_, reaction) => {
      server.react(reaction, reaction, way.says('yes'));
      const clock = testClock();
      expect(reply(await model(clock).complete(request())).text).toBe('yes');
      expect(clock.waits).toEqual([500, 1000]);
    });

    it.each([
      ['429', way.fails(429, 'slow down'), 'rate-limited'],
      ['529', way.fails(529, 'overloaded'), 'rate-limited'],
      ['500', way.fails(500, 'oops'), 'rejected'],
      ['503', way.fails(503, 'not now'), 'unreachable'],
      ['a page', raw('<html>Bad gateway</html>', 'text/html', 500), 'unreachable'],
      ['a cut connection', cut, 'unreachable'],
      ['a cut in the middle of the answer', cutMidBody, 'unreachable'],
    ])('%s three times is told as what it is', async (_, reaction, kind) => {
      server.react(reaction);
      expect(failure(await model().complete(request()))).toMatchObject({
        kind,
        message: expect.stringContaining('(tried 3 times)'),
      });
      expect(server.received).toHaveLength(3);
    });

    it.each([
      [{ 'retry-after': '3' }, 3000],
      [{ 'retry-after-ms': '1250' }, 1250],
      [{ 'retry-after': 'Sun, 15 Nov 2026 08:00:07 GMT', date: 'Sun, 15 Nov 2026 08:00:00 GMT' }, 7000],
      [{ 'retry-after': '0' }, 0],
      [{ 'retry-after': 'soon' }, 500],
    ])('the server’s wish is kept: %j', async (headers, wait) => {
      server.react(way.fails(429, 'slow down', headers), way.says('yes'));
      const clock = testClock();
      await model(clock).complete(request());
      expect(clock.waits).toEqual([wait]);
    });

    it('a try that could only begin too late is not waited for', async () => {
      server.react(way.fails(429, 'slow down', { 'retry-after': '60' }));
      const clock = testClock();
      expect(failure(await model(clock).complete(request()))).toMatchObject({
        kind: 'rate-limited',
        message: expect.stringContaining('another try would only begin in 60 s'),
      });
      expect(clock.waits).toEqual([]);
      expect(server.received).toHaveLength(1);
    });

    it('nor is one that would begin when the asker has given up', async () => {
      server.react(way.fails(429, 'slow down', { 'retry-after': '3' }));
      const clock = testClock();
      const asked = { ...request(), timeLeftMs: 2_000 };
      expect(failure(await model(clock).complete(asked)).message).toContain(
        'another try would only begin in 3 s',
      );
      expect(clock.waits).toEqual([]);
    });

    it('the server may forbid another try', async () => {
      server.react(way.fails(429, 'spend limit reached', { 'x-should-retry': 'false' }));
      expect(failure(await model().complete(request())).kind).toBe('rate-limited');
      expect(server.received).toHaveLength(1);
    });

    it('a quota that is used up is no matter of waiting', async () => {
      server.react(json({ error: { message: 'You exceeded your quota', code: 'insufficient_quota' } }, 429));
      expect(failure(await model().complete(request())).kind).toBe('rejected');
      expect(server.received).toHaveLength(1);
    });

    it('how many is configured', async () => {
      server.react(way.fails(500, 'oops'));
      await model(testClock(), { max_retries: 0 }).complete(request());
      expect(server.received).toHaveLength(1);
    });

    it('many do not come back at the same moment', async () => {
      server.react(way.fails(500, 'oops'));
      const clock = testClock(0.8);
      await model(clock).complete(request());
      expect(clock.waits).toEqual([400, 800]);
    });
  });

  describe('the end of the wait', () => {
    it.each([
      ['does not answer', hang],
      ['stops in the middle of its answer', stall],
    ])('a server that %s is left when the signal says so, connection and all', async (_, reaction) => {
      server.react(reaction);
      const controller = new AbortController();
      const answer = model().complete(request({ signal: controller.signal }));
      await server.arrived(1);
      controller.abort(new Error('30 s are over'));
      expect(failure(await answer)).toMatchObject({
        kind: 'cancelled',
        message: expect.stringContaining('30 s are over'),
      });
      await server.received[0]?.closed;
      expect(server.received).toHaveLength(1);
    });

    it('a signal ends the wait for another try', async () => {
      server.react(way.fails(429, 'slow down'));
      const controller = new AbortController();
      const clock: Clock = {
        ...testClock(),
        sleep: () => {
          controller.abort('enough');
          return Promise.resolve();
        },
      };
      expect(failure(await model(clock).complete(request({ signal: controller.signal })))).toMatchObject({
        kind: 'cancelled',
        message: expect.stringMatching(/waiting to try again.*429.*enough/),
      });
      expect(server.received).toHaveLength(1);
    });

    it('a signal that fired before sends nothing', async () => {
      server.react(way.says('yes'));
      expect(failure(await model().complete(request({ signal: AbortSignal.abort('over') }))).kind).toBe(
        'cancelled',
      );
      expect(server.received).toEqual([]);
    });

    it('a server that is not there', async () => {
      const gone = await startServer();
      await gone.close();
      const clock = testClock();
      expect(failure(await modelAt(gone.url, way, clock).complete(request()))).toMatchObject({
        kind: 'unreachable',
        message: expect.stringContaining('refused'),
      });
      expect(clock.waits).toHaveLength(2);
    });
  });

  describe('places', () => {
    it('a hundred hooks share a few connections, across models made apart', async () => {
      let open: (() => void)[] = [];
      server.react((response, incoming) => open.push(() => way.says('yes')(response, incoming)));
      const warnings: string[] = [];
      const hear = (warning: Error) => warnings.push(warning.message);
      process.on('warning', hear);
      const models = [0, 1].map(() => model(testClock(), { max_concurrency: 4 }));
      const { signal } = new AbortController();
      const answers = models.flatMap((one) =>
        Array.from({ length: 50 }, () => one.complete(request({ signal }))),
      );
      for (let answered = 0; answered < 100; answered += 4) {
        await server.arrived(answered + 4);
        const now = open;
        open = [];
        expect(now).toHaveLength(4);
        for (const answer of now) answer();
      }
      expect((await Promise.all(answers)).every(({ ok }) => ok)).toBe(true);
      expect(server.mostAtOnce()).toBe(4);
      process.off('warning', hear);
      expect(warnings).toEqual([]);
    });

    it('who waits for a place can still be called off, and takes none', async () => {
      server.react(hang, way.says('yes'));
      const one = model(testClock(), { max_concurrency: 1 });
      const [first, second] = [new AbortController(), new AbortController()];
      const hanging = one.complete(request({ signal: first.signal }));
      await server.arrived(1);
      const waiting = one.complete(request({ signal: second.signal }));
      const last = one.complete(request());
      second.abort('no longer needed');
      expect(failure(await waiting)).toMatchObject({
        kind: 'cancelled',
        message: 'cancelled before the request was sent: no longer needed',
      });
      first.abort();
      await hanging;
      expect(reply(await last).text).toBe('yes');
      expect(server.received).toHaveLength(2);
    });
  });

  it('secrets are in no message', async () => {
    const bodies = [
      `invalid key ${KEY} in Bearer ${KEY}`,
      `see ${server.url.replace('://', '://ann:pass-word@')}/x`,
      `password pass%2Dword or pass-word for ann-marie`,
    ];
    const address = server.url.replace('://', '://ann-marie:pass-word@');
    for (const body of bodies) {
      for (const reaction of [way.fails(401, body), way.fails(500, body), raw(body, 'text/plain')]) {
        server.react(reaction);
        const withKey = await model().complete(request());
        const withPassword = await chooseModel({
          env: {},
          config: { provider: way.name, base_url: address, model: 'm', max_retries: 0 },
        }).complete(request());
        for (const answer of [failure(withKey), failure(withPassword)]) {
          expect(`${answer.where} ${answer.message}`).not.toContain(KEY);
          expect(answer.message.length).toBeGreaterThan(20);
        }
        expect(JSON.stringify(withPassword)).not.toMatch(/pass-word|ann-marie/);
      }
    }
  });
});
