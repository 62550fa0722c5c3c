// The body of one request.
import { VERSION } from '../../version.js';
import { ATTRIBUTES } from '../names.js';
import type { TelemetrySettings } from '../settings/index.js';
import type { Signal } from '../wanted.js';
import { attributes, type KeyValue, text } from './values.js';

const SCOPE = { name: 'amplifier-hooks', version: VERSION };

/** What every request says of who sends it. What the environment says counts more than what we know. */
export function resourceOf({ serviceName, resource, temporality }: TelemetrySettings, instance: string) {
  const own = attributes({
    serviceName,
    serviceVersion: VERSION,
    // Sums that go on belong to the process that counts; others can be added up, whoever counted.
    serviceInstance: temporality === 'cumulative' ? instance : null,
    sdkName: SCOPE.name,
    sdkLanguage: 'nodejs',
    sdkVersion: VERSION,
  });
  const isSaid = ({ key }: KeyValue): boolean => key !== ATTRIBUTES.serviceName.name && resource.has(key);
  const said = [...resource].filter(([key]) => key !== ATTRIBUTES.serviceName.name);
  return {
    attributes: [...own.filter((one) => !isSaid(one)), ...said.map(([key, value]) => text(key, value))],
  };
}

export function bodyOf(signal: Signal, resource: object, records: readonly object[]): string {
  const scope = SCOPE;
  switch (signal) {
    case 'traces':
      return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans: records }] }] });
    case 'metrics':
      return JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics: records }] }] });
    case 'logs':
      return JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: records }] }] });
  }
}
