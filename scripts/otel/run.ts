// `npm run otel`: what a real collector makes of what is sent. It is recorded for test/telemetry/collector.test.ts, which compares.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { receivedFrom, sendSamples } from '../../src/telemetry/testing/received.js';
import { buildCollector, type Collector, startCollector } from './collector.js';
import { play } from './play.js';

const file = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const RECORDED = 'test/telemetry/received.json';
const PATIENCE_MS = 30_000;

/** Looks until everything is there. */
async function until(collector: Collector, isThere: (text: string) => boolean): Promise<string> {
  for (const begun = Date.now(); Date.now() - begun < PATIENCE_MS; ) {
    const text = collector.lines().join('\n');
    if (isThere(text)) return text;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the collector did not receive everything:\n${collector.lines().join('\n')}`);
}

async function record(program: string, folder: string): Promise<void> {
  const collector = await startCollector(program, folder);
  const problems = await sendSamples(collector.endpoint);
  await until(collector, (text) =>
    ['resourceSpans', 'resourceMetrics', 'resourceLogs'].every((part) => text.includes(part)),
  );
  await collector.stop();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  writeFileSync(file(RECORDED), `${JSON.stringify(receivedFrom(collector.lines()), null, 1)}\n`);
  say(`wrote ${RECORDED}`);
}

async function live(program: string, folder: string): Promise<void> {
  const collector = await startCollector(program, folder);
  const { traces, sessions, end } = await play(file('dist/bin/amplifier-hooks.cjs'), collector.endpoint);
  try {
    const parts = [
      ...traces,
      ...sessions.map((session) => `"stringValue":"${session}"`),
      'amplifier_hooks.verdicts',
      'amplifier_hooks.refused',
    ];
    const text = await until(collector, (all) => parts.every((part) => all.includes(part)));
    if (text.includes('hunter2')) throw new Error('a secret reached the collector');
    say(
      `received from dispatch and serve: ${collector.lines().length} requests, ${text.match(/"spanId"/g)?.length} spans and log records`,
    );
  } finally {
    end();
    await collector.stop();
  }
}

const folder = file('build/otel');
const program = buildCollector(folder, say);
await record(program, folder);
await live(program, folder);
