// What the journal redacts reaches no collector, wherever it stands.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { decision, dispatched, finished, hook, input, run, Scene } from '../journal/testing/scene.js';
import { SECRETS } from '../text/testing/secret-samples.js';
import { openTelemetry } from './index.js';
import { TestCollector } from './testing/collector.js';

let scene: Scene;
let collector: TestCollector;
beforeEach(async () => {
  scene = new Scene();
  collector = await TestCollector.start();
});
afterEach(async () => {
  await scene.remove();
  await collector.stop();
});

it.each([
  { redact: true, enabled: true },
  { redact: false, enabled: true },
  { redact: true, enabled: false },
])('no secret of the table, with a journal that is %j', async (options) => {
  const problems: string[] = [];
  const telemetry = await openTelemetry({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    onProblem: (problem) => problems.push(problem),
  });
  if (telemetry === null) throw new Error('nothing is sent');
  const { journal } = scene.open({ ...options, listener: telemetry });
  for (const [at, { text }] of SECRETS.entries()) {
    const runs = [run(hook('a'), finished(1, text, text)), run(hook('b'))];
    const failures = [{ by: 'a', kind: 'finished' as const, message: text, blocked: false }];
    const said = [{ value: text, by: 'b' }];
    const changes = { permission: 'deny' as const, reason: text, decidedBy: ['b'], failures, feedback: said };
    const fields = { tool_name: text, tool_use_id: text, tool_input: { command: text } };
    const event = dispatched(`s${at}`, decision(runs, changes), { input: input(`s${at}`, fields) });
    journal.dispatched(event);
    journal.late(run(hook('a'), finished(1, text, text)), event.input, said);
  }
  await journal.close();
  await telemetry.close(60_000);
  expect(problems).toEqual([]);
  expect(collector.text).toContain('[redacted]');
  for (const { path } of collector.received) expect(path).toMatch(/^\/v1\//);
  expect(SECRETS.filter(({ secret }) => collector.text.includes(secret)).map(({ kind }) => kind)).toEqual([]);
});
