// What a command that ends with its event leaves, and what a sender makes of it.
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lock } from '../../files/index.js';
import { Folder } from '../../testing/index.js';
import { sendWaiting } from '../export/index.js';
import { telemetrySettings } from '../settings/index.js';
import { TestCollector } from '../testing/collector.js';
import { SAMPLES } from '../testing/samples.js';
import { handOver, telemetryStatus } from './index.js';
import { MOST_WAITING, type Place, placeFor, reportAt, waitingIn } from './place.js';

let folder: Folder;
let collector: TestCollector;
let started: number;
beforeEach(async () => {
  folder = new Folder();
  collector = await TestCollector.start();
  started = 0;
});
afterEach(async () => {
  await collector.stop();
  await folder.remove();
});

const env = (): Readonly<Record<string, string>> => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
const stateDir = (): string => join(folder.root, 'state');
function place(): Place {
  const { settings } = telemetrySettings(env());
  if (settings === null) throw new Error('nothing is sent');
  return placeFor(stateDir(), settings);
}
const leave = (more: Readonly<Record<string, string>> = {}): readonly string[] =>
  handOver({
    env: { ...env(), ...more },
    stateDir: stateDir(),
    happened: SAMPLES,
    isHeard: true,
    start: () => {
      started += 1;
    },
  });
const send = (): Promise<void> => sendWaiting({ env: env(), stateDir: stateDir(), idleMs: 1 });

it('one file a call, for this user alone, and a sender where none is at work', () => {
  expect(leave()).toEqual([]);
  const [file = ''] = waitingIn(place());
  expect([statSync(file).mode & 0o777, statSync(place().folder).mode & 0o777, started]).toEqual([
    0o600, 0o700, 1,
  ]);
  const held = lock(place().lock);
  leave();
  expect([waitingIn(place()).length, started]).toEqual([2, 1]);
  held.release();
  leave();
  expect(started).toBe(2);
});

it('a process that has the number of a sender that is gone is none', () => {
  leave();
  const gone = { id: 'x', pid: process.pid, host: 'h', started: '1' };
  writeFileSync(place().lock, JSON.stringify(gone));
  leave();
  expect(started).toBe(2);
});

it('everything is sent once, below the span that its host named', async () => {
  leave({ TRACEPARENT: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' });
  leave();
  await send();
  const spans = collector
    .at('/v1/traces')
    .map(({ text }) => text)
    .join('');
  expect(spans.match(/"name":"PreToolUse Bash"/g)).toHaveLength(4);
  expect(spans.match(/"parentSpanId":"b7ad6b7169203331"/g)).toHaveLength(4);
  expect(waitingIn(place())).toEqual([]);
  expect(reportAt(place())).toMatchObject({ problems: [], dropped: 0 });
  const before = collector.received.length;
  await send();
  expect(collector.received).toHaveLength(before);
});

it('of two senders one works', async () => {
  leave();
  await Promise.all([send(), send()]);
  expect(collector.at('/v1/traces')).toHaveLength(1);
});

it('what is none of ours is taken away, and hurts nobody', async () => {
  leave();
  for (const [name, text] of [
    ['a', ''],
    ['b', '{"happened":[{"entry":{}}]}'],
    ['c', '['.repeat(10_000)],
  ] as const)
    writeFileSync(join(place().waiting, `${name}.json`), text);
  await send();
  expect(readdirSync(place().waiting)).toEqual([]);
  expect(collector.at('/v1/traces')).toHaveLength(1);
  expect(reportAt(place())?.problems).toEqual([expect.stringContaining('partly not understood')]);
});

it('where nobody sends, a bounded number waits, and that is told once', () => {
  leave();
  for (let at = 1; at < MOST_WAITING; at += 1) writeFileSync(join(place().waiting, `${at}.json`), '{}');
  expect(leave()).toEqual([expect.stringMatching(/^telemetry: 1000 events wait in .* to be sent/)]);
  expect([leave(), waitingIn(place()).length]).toEqual([[], MOST_WAITING]);
  expect(telemetryStatus(env(), stateDir()).waiting).toBe(MOST_WAITING);
});

it('what a sender found is told by the next call, once, and counted', async () => {
  const { port } = collector;
  await collector.stop();
  const away = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
  const order = { env: away, stateDir: stateDir(), happened: SAMPLES, isHeard: true, start: () => undefined };
  expect(handOver(order)).toEqual([]);
  await sendWaiting({ env: away, stateDir: stateDir(), idleMs: 1 });
  expect(handOver({ ...order, isHeard: false })).toEqual([]);
  expect(handOver(order)).toEqual([expect.stringContaining('does not take what is sent')]);
  expect(handOver(order)).toEqual([]);
  const first = telemetryStatus(away, stateDir()).report?.dropped ?? 0;
  await sendWaiting({ env: away, stateDir: stateDir(), idleMs: 1 });
  expect(telemetryStatus(away, stateDir()).report?.dropped).toBeGreaterThan(first);
  collector = await TestCollector.start();
});

it('places of collectors that nobody uses any more go', async () => {
  leave();
  const old = join(place().folder, '..', '0123456789abcdef', 'waiting');
  mkdirSync(old, { recursive: true });
  const long = new Date(Date.now() - 2 * 86_400_000);
  for (const path of [old, join(old, '..')]) utimesSync(path, long, long);
  await send();
  expect(readdirSync(join(place().folder, '..'))).toEqual([place().folder.split('/').at(-1)]);
});

it('a state directory that cannot be used is one sentence', () => {
  writeFileSync(join(folder.root, 'state'), '');
  expect(leave()).toEqual([expect.stringMatching(/^telemetry: nothing can be handed to a sender: /)]);
});

it('keys are in no file', () => {
  leave({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hunter2horse' });
  const names = readdirSync(stateDir(), { recursive: true, encoding: 'utf8' });
  expect(names.join()).not.toContain('hunter2');
  expect(started).toBe(1);
});
