// What was sent and what a collector received, in a form in which they can be compared.
import { isRecord } from '../../text/index.js';
import { VERSION } from '../../version.js';
import { Exporter } from '../export/index.js';
import { ATTRIBUTES } from '../names.js';
import { telemetrySettings } from '../settings/index.js';
import { AT, SAMPLE_ENV, SAMPLES } from './samples.js';

/** Sends one of everything. */
export async function sendSamples(endpoint: string): Promise<readonly string[]> {
  const { settings, problems } = telemetrySettings({ ...SAMPLE_ENV, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  if (settings === null) throw new Error(problems.join('\n'));
  const told = [...problems];
  let now = AT;
  const clock = (): number => (now += 10_000);
  const exporter = new Exporter({ settings, clock, onProblem: (problem) => told.push(problem) });
  for (const one of SAMPLES) exporter.record(one);
  await exporter.close(30_000);
  return told;
}

export type Received = Readonly<Record<'traces' | 'metrics' | 'logs', unknown>>;

/** From the bodies of requests, or the lines that the collector's file exporter writes. */
export function receivedFrom(texts: readonly string[]): Received {
  const all = texts.map((text): unknown => JSON.parse(text));
  const of = (name: string): unknown => all.filter((one) => isRecord(one) && name in one).map(comparable);
  return { traces: of('resourceSpans'), metrics: of('resourceMetrics'), logs: of('resourceLogs') };
}

/** Without what differs from time to time, and without what a collector adds where nothing is said. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (!isRecord(value)) return value === VERSION ? 'VERSION' : value;
  if (value['key'] === ATTRIBUTES.serviceInstance.name) return { key: value['key'], value: 'INSTANCE' };
  const entries = Object.entries(value).filter(
    ([name, inner]) => name !== 'status' || !isRecord(inner) || Object.keys(inner).length > 0,
  );
  return Object.fromEntries(entries.map(([name, inner]) => [name, comparable(inner)]).sort());
}
