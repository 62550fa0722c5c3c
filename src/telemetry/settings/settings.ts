// What the environment of the host says about telemetry, read once. A project's settings have no say: they could send what happens
// in other projects to somebody else.
import { redactText, urlOf } from '../../text/index.js';
import {
  type Env,
  exportersOf,
  isTelemetryWanted,
  isWanted,
  nameOf,
  SIGNALS,
  type Signal,
  said,
  saidOf,
} from '../wanted.js';
import { pairsIn } from './pairs.js';
import { type TraceParent, traceParentIn } from './trace-parent.js';

/** Where one signal goes. */
export interface Destination {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly isCompressed: boolean;
}

export interface TelemetrySettings {
  readonly destinations: Readonly<Partial<Record<Signal, Destination>>>;
  readonly serviceName: string;
  /** What else is known of who sends, beside the name. */
  readonly resource: ReadonlyMap<string, string>;
  readonly temporality: 'delta' | 'cumulative';
  /** How often metrics are sent. */
  readonly metricsEveryMs: number;
  readonly parent: TraceParent | null;
}

export interface ReadSettings {
  /** `null`: nothing is sent. */
  readonly settings: TelemetrySettings | null;
  /** What is not done as somebody asked, in sentences. */
  readonly problems: readonly string[];
}

const DEFAULT_ENDPOINT = 'http://localhost:4318';
const TIMEOUT_MS = 10_000;
const METRICS_EVERY_MS = 60_000;
/** Longer is meant in another unit. */
const LONGEST_MS = 60 * 60_000;
const SERVICE = 'amplifier-hooks';

/** Variables that say something about the connection, and are not read here. */
const NOT_READ = ['CERTIFICATE', 'CLIENT_CERTIFICATE', 'CLIENT_KEY'];

export function telemetrySettings(env: Env): ReadSettings {
  if (!isTelemetryWanted(env)) return { settings: null, problems: [] };
  const problems = new Set<string>();
  const problem = (text: string): void => void problems.add(text);
  const destinations: Partial<Record<Signal, Destination>> = {};
  for (const signal of SIGNALS) {
    const destination = isWanted(env, signal) ? destinationOf(env, signal, problem) : null;
    if (destination !== null) destinations[signal] = destination;
  }
  const isAnywhere = Object.keys(destinations).length > 0;
  const settings = isAnywhere ? { destinations, ...aboutUs(env, problem) } : null;
  return { settings, problems: [...problems] };
}

type Tell = (problem: string) => void;

function destinationOf(env: Env, signal: Signal, tell: Tell): Destination | null {
  const other = exportersOf(env, signal)?.find((name) => name !== 'otlp' && name !== 'none');
  if (other !== undefined)
    tell(
      `OTEL_${signal.toUpperCase()}_EXPORTER names ${quoted(other)}, which is not supported: only otlp and none are`,
    );
  if (exportersOf(env, signal)?.includes('otlp') === false) return null;
  if (!isSpoken(env, signal, tell)) return null;
  const url = urlFor(env, signal, tell);
  if (url === null) return null;
  for (const name of NOT_READ)
    if (url.protocol === 'https:' && saidOf(env, signal, name) !== null)
      tell(
        `OTEL_EXPORTER_OTLP_${name} is not read. An authority of your own is named to Node by NODE_EXTRA_CA_CERTS; client certificates are not supported`,
      );
  return {
    url,
    headers: headersFor(env, signal, tell),
    timeoutMs: milliseconds(env, nameOf(env, signal, 'TIMEOUT'), TIMEOUT_MS, tell),
    isCompressed: compressionFor(env, signal, tell),
  };
}

/** Whether the protocol that is asked for can be spoken. */
function isSpoken(env: Env, signal: Signal, tell: Tell): boolean {
  const name = nameOf(env, signal, 'PROTOCOL');
  const protocol = said(env, name)?.toLowerCase() ?? 'http/json';
  if (protocol === 'http/json') return true;
  if (protocol === 'http/protobuf') {
    tell(`${name} is http/protobuf: JSON is sent instead, which collectors take at the same address`);
    return true;
  }
  tell(
    `${name} is ${quoted(protocol)}, which is not supported, so nothing is sent. Set it to http/json, and the endpoint to the collector's port for HTTP, which is usually 4318`,
  );
  return false;
}

function urlFor(env: Env, signal: Signal, tell: Tell): URL | null {
  const name = nameOf(env, signal, 'ENDPOINT');
  const given = said(env, name) ?? DEFAULT_ENDPOINT;
  // The address of one signal is taken as it is, that of all is the folder which theirs lie in.
  const isOwn = name !== 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const url = urlOf(isOwn ? given : `${given.replace(/\/+$/, '')}/v1/${signal}`);
  if (url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '') return url;
  tell(`${name} is not a valid http or https address, so nothing is sent`);
  return null;
}

function headersFor(env: Env, signal: Signal, tell: Tell): Record<string, string> {
  const text = saidOf(env, signal, 'HEADERS');
  const pairs = text === null ? new Map<string, string>() : pairsIn(text);
  // What it says may be a key, so it is not repeated.
  if (pairs === null || ![...pairs].every(isHeader)) {
    tell(
      'OTEL_EXPORTER_OTLP_HEADERS is not a valid list of name=value with commas between them: no header of it is sent',
    );
    return {};
  }
  return Object.fromEntries([...pairs].map(([name, value]) => [name.toLowerCase(), value]));
}

/** As HTTP has it. Node knows too, but loading its HTTP takes longer than handing over an event. */
const isHeader = ([name, value]: readonly [string, string]): boolean =>
  /^[\w!#$%&'*+\-.^`|~]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

function milliseconds(env: Env, name: string, otherwise: number, tell: Tell): number {
  const text = said(env, name);
  if (text === null) return otherwise;
  const ms = Number(text);
  if (Number.isFinite(ms) && ms > 0 && ms <= LONGEST_MS) return ms;
  tell(`${name} is not a valid number of milliseconds: it is ${otherwise}`);
  return otherwise;
}

function compressionFor(env: Env, signal: Signal, tell: Tell): boolean {
  const text = saidOf(env, signal, 'COMPRESSION')?.toLowerCase() ?? 'none';
  if (text !== 'gzip' && text !== 'none')
    tell(`OTEL_EXPORTER_OTLP_COMPRESSION is ${quoted(text)}, which is not supported: nothing is compressed`);
  return text === 'gzip';
}

function aboutUs(env: Env, tell: Tell): Omit<TelemetrySettings, 'destinations'> {
  const text = said(env, 'OTEL_RESOURCE_ATTRIBUTES');
  const resource = text === null ? new Map<string, string>() : pairsIn(text);
  if (resource === null)
    tell(
      'OTEL_RESOURCE_ATTRIBUTES is not a valid list of name=value with commas between them: nothing of it is sent',
    );
  const preference = said(env, 'OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE')?.toLowerCase() ?? 'delta';
  if (!['delta', 'cumulative', 'lowmemory'].includes(preference))
    tell(
      `OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE is ${quoted(preference)}, which is not valid: it is delta`,
    );
  return {
    serviceName: said(env, 'OTEL_SERVICE_NAME') ?? resource?.get('service.name') ?? SERVICE,
    resource: resource ?? new Map(),
    temporality: preference === 'cumulative' ? 'cumulative' : 'delta',
    metricsEveryMs: milliseconds(env, 'OTEL_METRIC_EXPORT_INTERVAL', METRICS_EVERY_MS, tell),
    parent: traceParentIn(said(env, 'TRACEPARENT') ?? ''),
  };
}

/** A word of the environment in a message. */
const quoted = (text: string): string => JSON.stringify(redactText(text.slice(0, 40)));

/** For people: without a name and password that stand in it, and without what is asked there. */
export const addressOf = ({ url: { origin, pathname } }: Destination): string =>
  redactText(`${origin}${pathname}`);
