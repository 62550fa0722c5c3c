// Against a real server on loopback, in all the moods that a collector can be in.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { telemetrySettings } from '../settings/index.js';
import { answering, fine, TestCollector } from '../testing/collector.js';
import { AT, event, happened, run, SAMPLES } from '../testing/samples.js';
import { Exporter, type ExporterOptions } from './index.js';
import { MOST_WAITING } from './queue.js';

let collector: TestCollector;
let problems: string[];
beforeEach(async () => {
  collector = await TestCollector.start();
  problems = [];
});
afterEach(() => collector.stop());

const open = (
  env: Readonly<Record<string, string>> = {},
  options: Partial<ExporterOptions> = {},
): Exporter => {
  const { settings } = telemetrySettings({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env });
  if (settings === null) throw new Error('nothing is sent');
  const onProblem = (problem: string): void => void problems.push(problem);
  return new Exporter({
    settings,
    onProblem,
    delayMs: 1,
    firstPauseMs: 1,
    giveUpMs: 60_000,
    clock: () => AT,
    ...options,
  });
};

const ALONE = { OTEL_METRICS_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' };
const spansIn = (text: string): number => text.match(/"traceId"/g)?.length ?? 0;
/** Spans that arrived in requests which were taken. */
const spans = (): number => collector.at('/v1/traces').reduce((sum, { text }) => sum + spansIn(text), 0);

describe('what is sent', () => {
  it('each signal where it belongs, with the headers of the host', async () => {
    const exporter = open({
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=k%201',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    });
    for (const one of SAMPLES) exporter.record(one);
    await exporter.flush();
    expect(collector.received.map(({ path }) => path).sort()).toEqual([
      '/v1/logs',
      '/v1/metrics',
      '/v1/traces',
    ]);
    for (const { headers } of collector.received)
      expect(headers).toMatchObject({
        'x-key': 'k 1',
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      });
    expect(problems).toEqual([]);
    await exporter.close(60_000);
    expect(collector.received).toHaveLength(3);
  });

  it('by itself, without being asked', async () => {
    const exporter = open(ALONE);
    exporter.record(happened());
    await collector.until(() => collector.received.length > 0);
    expect(spans()).toBe(2);
    await exporter.close(60_000);
  });

  it('no span of a trace that its beginner does not record, but what it is about', async () => {
    const exporter = open({ TRACEPARENT: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' });
    exporter.record(happened(event({ verdict: 'deny', reason: 'no' })));
    await exporter.close(60_000);
    expect(collector.received.map(({ path }) => path).sort()).toEqual(['/v1/logs', '/v1/metrics']);
  });

  it('sums begin again with delta, and go on with cumulative', async () => {
    for (const [preference, second] of [
      ['delta', 1],
      ['cumulative', 2],
    ] as const) {
      const exporter = open({
        OTEL_TRACES_EXPORTER: 'none',
        OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: preference,
      });
      exporter.record(happened());
      await exporter.flush();
      exporter.record(happened());
      await exporter.flush();
      const last = collector.at('/v1/metrics').at(-1)?.text ?? '';
      expect(last).toContain(`"asDouble":${second}`);
      await exporter.close(60_000);
    }
  });
});

describe('a collector that is not well', () => {
  it('is away: nothing waits, nothing grows, one sentence', async () => {
    await collector.stop();
    const exporter = open({}, { giveUpMs: 1 });
    for (let at = 0; at < 3; at += 1) {
      for (const one of SAMPLES) exporter.record(one);
      await exporter.flush();
    }
    await exporter.close(60_000);
    expect(exporter.dropped.get('traces')).toBeGreaterThan(0);
    expect(problems).toEqual([
      expect.stringMatching(
        /^telemetry: http:\/\/127\.0\.0\.1:\d+\/v1\/\w+ does not take what is sent: .*ECONNREFUSED/,
      ),
      expect.stringMatching(/^telemetry: not sent: .*\d+ spans/),
    ]);
    collector = await TestCollector.start();
  });

  it('comes back: what waited is sent', async () => {
    const { port } = collector;
    await collector.stop();
    const exporter = open({ ...ALONE, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
    exporter.record(happened());
    const sent = exporter.flush();
    collector = await TestCollector.start(port);
    await sent;
    expect([spans(), exporter.dropped.size, problems]).toEqual([2, 0, []]);
  });

  it('says nothing: it is left after the time of the host', async () => {
    collector.answer = () => undefined;
    const exporter = open({ ...ALONE, OTEL_EXPORTER_OTLP_TIMEOUT: '50' }, { giveUpMs: 1 });
    exporter.record(happened());
    await exporter.flush();
    expect(problems).toEqual([expect.stringContaining('no answer within 50 ms')]);
  });

  it('says nothing, and the host ends: that is bounded', async () => {
    collector.answer = () => undefined;
    const exporter = open(ALONE);
    exporter.record(happened());
    void exporter.flush();
    await collector.until(() => collector.received.length > 0);
    await exporter.close(50);
    expect(exporter.dropped.get('traces')).toBe(2);
  });

  it.each([429, 502, 503, 504])(
    'answers %i with Retry-After: it is asked again, not before',
    async (status) => {
      collector.answer = answering(status, {}, { 'retry-after': '0.2' });
      const exporter = open(ALONE);
      exporter.record(happened());
      const sent = exporter.flush();
      const begun = performance.now();
      await collector.until(() => collector.received.length > 0);
      collector.answer = fine;
      await sent;
      expect(performance.now() - begun).toBeGreaterThan(150);
      expect([collector.received.length, exporter.dropped.size, problems]).toEqual([2, 0, []]);
      // The same spans, under the same ids.
      expect(collector.received[0]?.text).toBe(collector.received[1]?.text);
    },
  );

  it('wants more peace than a batch has: it is dropped, and told', async () => {
    collector.answer = answering(
      429,
      { message: 'too many' },
      { 'retry-after': 'Mon, 16 Nov 2099 09:00:00 GMT' },
    );
    const exporter = open(ALONE, { giveUpMs: 1000 });
    exporter.record(happened());
    void exporter.flush();
    await collector.until(() => collector.received.length > 0);
    await exporter.close(60_000);
    expect(problems[0]).toMatch(/it answered 429: too many\. It is dropped/);
  });

  it.each([400, 401, 404, 413, 415, 500])('answers %i: it is not asked again', async (status) => {
    collector.answer = answering(status, { message: 'no' });
    const exporter = open(ALONE);
    exporter.record(happened());
    await exporter.flush();
    expect(collector.received).toHaveLength(1);
    expect(problems).toEqual([expect.stringContaining(`it answered ${status}: no.`)]);
  });

  it('sends us elsewhere: nobody follows, with the headers of the host', async () => {
    const other = await TestCollector.start();
    collector.answer = answering(307, {}, { location: `${other.url}/v1/traces` });
    const exporter = open({ ...ALONE, OTEL_EXPORTER_OTLP_HEADERS: 'authorization=secret' });
    exporter.record(happened());
    await exporter.flush();
    expect([other.received.length, problems.length]).toEqual([0, 1]);
    await other.stop();
  });

  it('takes a part only: how many, and why, once', async () => {
    collector.answer = answering(200, { partialSuccess: { rejectedSpans: '1', errorMessage: 'too old' } });
    const exporter = open(ALONE);
    for (let at = 0; at < 2; at += 1) {
      exporter.record(happened());
      await exporter.flush();
    }
    expect(problems).toEqual([expect.stringMatching(/\/v1\/traces left out 1 span: too old$/)]);
    expect(exporter.dropped.get('traces')).toBe(2);
  });

  it('answers without end: a little of it is read', async () => {
    collector.answer = (_, response) => {
      response.writeHead(500, { 'content-type': 'application/json' });
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    const exporter = open(ALONE);
    exporter.record(happened());
    await exporter.flush();
    expect(problems).toEqual([expect.stringContaining('it answered 500.')]);
  });

  it('says odd things: they are redacted and short', async () => {
    collector.answer = answering(400, { message: `password=hunter2horse ${'x'.repeat(5000)}` });
    const exporter = open(ALONE);
    exporter.record(happened());
    await exporter.flush();
    expect(problems.join()).not.toContain('hunter2');
    expect(problems.join().length).toBeLessThan(600);
  });
});

describe('much at once', () => {
  it('goes in many requests of a bounded size, and all of it arrives', async () => {
    const exporter = open(ALONE);
    const long = 'x'.repeat(1000);
    for (let at = 0; at < 900; at += 1)
      exporter.record(happened(event({ id: `e${at}`, verdict: 'deny', reason: long })));
    await exporter.flush();
    expect(spans()).toBe(1800);
    expect(collector.received.length).toBeGreaterThan(3);
    expect(Math.max(...collector.received.map(({ text }) => text.length))).toBeLessThan(4 * 1024 * 1024);
    expect(problems).toEqual([]);
  });

  it('more than can wait is counted and told once', async () => {
    collector.answer = () => undefined;
    const exporter = open(ALONE);
    for (let at = 0; at < 3000; at += 1) exporter.record(happened(event({ id: `e${at}` })));
    await collector.until(() => collector.received.length > 0);
    const inFlight = spansIn(collector.text);
    expect(exporter.dropped.get('traces')).toBe(6000 - MOST_WAITING - inFlight);
    expect(problems).toEqual(['telemetry: more happens than can be sent: spans are left out']);
    await exporter.close(1);
    expect(exporter.dropped.get('traces')).toBe(6000);
  });

  it('more kinds than can be told apart are counted together', async () => {
    const exporter = open({ OTEL_TRACES_EXPORTER: 'none' });
    for (let at = 0; at < 1500; at += 1)
      exporter.record(happened(event({ tool: `t${at}`, runs: [run({ label: `h${at}` })] })));
    await exporter.flush();
    expect(collector.text).toContain('otel.metric.overflow');
    expect(collector.text).toContain('"asDouble":500');
  });
});
