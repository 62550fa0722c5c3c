import { describe, expect, it } from 'vitest';
import { isTelemetryWanted } from '../wanted.js';
import { telemetrySettings } from './index.js';

const ENDPOINT = 'http://127.0.0.1:4318';
const on = (env: Readonly<Record<string, string>> = {}) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT,
  ...env,
});
const read = (env: Readonly<Record<string, string>>) => {
  const { settings, problems } = telemetrySettings(env);
  const urls = Object.entries(settings?.destinations ?? {}).map(
    ([signal, { url }]) => `${signal} ${url.href}`,
  );
  return { settings, problems, urls };
};
const ALL = ['traces', 'metrics', 'logs'].map((signal) => `${signal} ${ENDPOINT}/v1/${signal}`);

describe('whether and where', () => {
  it.each<readonly [string, Readonly<Record<string, string>>, readonly string[]]>([
    ['nothing is said', {}, []],
    ['an endpoint', on(), ALL],
    [
      'an endpoint with a folder',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c.example/otlp/' },
      [
        'traces https://c.example/otlp/v1/traces',
        'metrics https://c.example/otlp/v1/metrics',
        'logs https://c.example/otlp/v1/logs',
      ],
    ],
    ['an empty one says nothing', on({ OTEL_EXPORTER_OTLP_ENDPOINT: '  ' }), []],
    [
      'one signal alone, as it is written',
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:9/x' },
      ['traces http://127.0.0.1:9/x'],
    ],
    [
      'one signal elsewhere',
      on({ OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'http://127.0.0.1:9/x' }),
      [...ALL.slice(0, 2), 'logs http://127.0.0.1:9/x'],
    ],
    ['switched off', on({ OTEL_SDK_DISABLED: 'TRUE' }), []],
    ['not switched off', on({ OTEL_SDK_DISABLED: 'false' }), ALL],
    ['a signal that nobody wants', on({ OTEL_METRICS_EXPORTER: 'none' }), [ALL[0] ?? '', ALL[2] ?? '']],
    [
      'none of them',
      on({ OTEL_METRICS_EXPORTER: 'none', OTEL_TRACES_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' }),
      [],
    ],
    [
      'an exporter is named, and no endpoint',
      { OTEL_TRACES_EXPORTER: 'otlp' },
      ['traces http://localhost:4318/v1/traces'],
    ],
  ])('%s', (_, env, expected) => {
    const { urls, problems, settings } = read(env);
    expect([urls, problems]).toEqual([expected, []]);
    expect(settings === null).toBe(expected.length === 0);
    expect(isTelemetryWanted(env)).toBe(expected.length > 0);
  });
});

describe('what is not done as somebody asked is said, once', () => {
  it.each<readonly [Readonly<Record<string, string>>, number, RegExp]>([
    [
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      0,
      /_PROTOCOL is "grpc", which is not supported.*http\/json.*4318/,
    ],
    [{ OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc' }, 2, /_TRACES_PROTOCOL is "grpc"/],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' }, 3, /JSON is sent instead/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4317' }, 0, /_ENDPOINT is not a valid http or https address/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'file:///etc' }, 0, /_ENDPOINT is not a valid http or https address/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'no header' }, 3, /_HEADERS is not a valid list/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=b%0d%0ax: y' }, 3, /_HEADERS is not a valid list/],
    [{ OTEL_EXPORTER_OTLP_TIMEOUT: '10s' }, 3, /_TIMEOUT is not a valid number of milliseconds: it is 10000/],
    [{ OTEL_EXPORTER_OTLP_COMPRESSION: 'zstd' }, 3, /_COMPRESSION is "zstd", which is not supported/],
    [{ OTEL_RESOURCE_ATTRIBUTES: 'a=%zz' }, 3, /OTEL_RESOURCE_ATTRIBUTES is not a valid list/],
    [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 2, /OTEL_TRACES_EXPORTER names "zipkin", which is not supported/],
    [{ OTEL_TRACES_EXPORTER: 'otlp,console' }, 3, /OTEL_TRACES_EXPORTER names "console"/],
    [
      { OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'both' },
      3,
      /is "both", which is not valid: it is delta/,
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c.example', OTEL_EXPORTER_OTLP_CERTIFICATE: '/ca.pem' },
      3,
      /_CERTIFICATE is not read.*NODE_EXTRA_CA_CERTS/,
    ],
  ])('%j', (env, sent, problem) => {
    const { urls, problems } = read(on(env));
    expect(urls).toHaveLength(sent);
    expect(problems).toEqual([expect.stringMatching(problem)]);
  });

  it('and never repeats what may be a key', () => {
    const { problems } = read(on({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization: Bearer hunter2horse' }));
    expect(problems.join()).not.toContain('hunter2');
  });
});

describe('what else is said', () => {
  it('headers, times and compression, of one signal or of all', () => {
    const { settings } = read(
      on({
        OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20abc, x-team = a%2Cb ',
        OTEL_EXPORTER_OTLP_LOGS_HEADERS: 'x-logs=1',
        OTEL_EXPORTER_OTLP_TIMEOUT: '2500',
        OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      }),
    );
    expect(settings?.destinations).toMatchObject({
      traces: {
        headers: { authorization: 'Basic abc', 'x-team': 'a,b' },
        timeoutMs: 2500,
        isCompressed: true,
      },
      logs: { headers: { 'x-logs': '1' } },
    });
  });

  it('who we are', () => {
    const { settings } = read(on({ OTEL_RESOURCE_ATTRIBUTES: 'service.name=b,team=x%20y' }));
    expect(settings).toMatchObject({ serviceName: 'b', temporality: 'delta' });
    expect(settings?.resource).toEqual(
      new Map([
        ['service.name', 'b'],
        ['team', 'x y'],
      ]),
    );
    expect(
      read(on({ OTEL_SERVICE_NAME: 'a', OTEL_RESOURCE_ATTRIBUTES: 'service.name=b' })).settings?.serviceName,
    ).toBe('a');
    expect(read(on()).settings?.serviceName).toBe('amplifier-hooks');
  });

  const ids = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'] as const;
  it.each([
    [`00-${ids.join('-')}-01`, true],
    [`00-${ids.join('-')}-00`, false],
    [`cc-${ids.join('-')}-01-more`, true],
    [`00-${ids.join('-')}-01-more`, null],
    [`ff-${ids.join('-')}-01`, null],
    [`00-${'0'.repeat(32)}-${ids[1]}-01`, null],
    [`00-${ids[0]}-${'0'.repeat(16)}-01`, null],
    ['nonsense', null],
  ])('the span of the host: %s', (TRACEPARENT, isSampled) => {
    const expected = isSampled === null ? null : { traceId: ids[0], spanId: ids[1], isSampled };
    expect(read(on({ TRACEPARENT })).settings?.parent).toEqual(expected);
  });
});
