// What is sent, against what a real collector received of the same (`npm run otel` builds one and records it).
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ATTRIBUTES, LOGS, METRICS } from '../../src/telemetry/names.js';
import { TestCollector } from '../../src/telemetry/testing/collector.js';
import { receivedFrom, sendSamples } from '../../src/telemetry/testing/received.js';

const recorded = readFileSync(fileURLToPath(new URL('received.json', import.meta.url)), 'utf8');

describe('a real collector', () => {
  it('received all that is sent, as it is sent', async () => {
    const collector = await TestCollector.start();
    expect(await sendSamples(collector.url)).toEqual([]);
    await collector.stop();
    expect(receivedFrom(collector.received.map(({ text }) => text))).toEqual(JSON.parse(recorded));
  });

  const sent = (pattern: RegExp): readonly string[] =>
    [...new Set([...recorded.matchAll(pattern)].map(([, name = '']) => name))].sort();
  /** Those that samples have no cause for: a full queue, very many kinds. */
  const SELDOM: readonly string[] = [ATTRIBUTES.overflow.name, ATTRIBUTES.signal.name, METRICS.dropped.name];

  it('got every attribute of the table, and no other', () => {
    const names = Object.values(ATTRIBUTES).map(({ name }) => name);
    const own = ['deployment.environment.name'];
    expect(sent(/"key": "([^"]+)"/g)).toEqual(
      [...names.filter((name) => !SELDOM.includes(name)), ...own].sort(),
    );
  });

  it('got every metric and log record of the tables, and no other', () => {
    const metrics = Object.values(METRICS).map(({ name }) => name);
    expect(sent(/"name": "(amplifier_hooks\.[^"]+)"/g)).toEqual(
      metrics.filter((name) => !SELDOM.includes(name)).sort(),
    );
    expect(sent(/"eventName": "([^"]+)"/g)).toEqual(
      Object.values(LOGS)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it('was told numbers as the form has it: 64 bits as text, ids in hex', () => {
    for (const time of sent(/"\w+TimeUnixNano": (.*?),?\n/g)) expect(time).toMatch(/^"\d{19}"$/);
    for (const id of sent(/"traceId": "(.*?)"/g)) expect(id).toMatch(/^[0-9a-f]{32}$/);
    for (const id of sent(/"(?:parentS|s)panId": "(.*?)"/g)) expect(id).toMatch(/^[0-9a-f]{16}$/);
  });
});
