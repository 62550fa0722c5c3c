// Telemetry of the real command and the real sidecar, sent to a real server on loopback.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandProject } from '../../src/cli/testing/command.js';
import { Client } from '../../src/hosts/sidecar/testing/client.js';
import { gone } from '../../src/run/testing/place.js';
import { TestCollector } from '../../src/telemetry/testing/collector.js';
import { withExecutables } from '../../src/testing/executables.js';

const { command } = withExecutables('command');

let project: CommandProject;
let collector: TestCollector;
beforeEach(async () => {
  project = new CommandProject(command);
  collector = await TestCollector.start();
  project.hooks({ PreToolUse: ['echo "not today" >&2; exit 2'] });
  project.own();
});
afterEach(async () => {
  // A sender names the state directory in its command line.
  await gone(project.home, 60_000);
  await collector.stop();
  await project.remove();
});

const EVENT = JSON.stringify({
  session_id: 's1',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_use_id: 'toolu_01',
});
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const folder = (): string => join(project.home, '.local', 'state', 'amplifier-hooks', 'telemetry');
const filesIn = (path: string): readonly string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const dispatch = (more: Readonly<Record<string, string>> = {}) => project.run(['dispatch'], EVENT, more);
const on = (more: Readonly<Record<string, string>> = {}) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  ...more,
});

describe('a command for each event', () => {
  it('leaves nothing behind where nobody asked', async () => {
    await dispatch({ OTEL_SDK_DISABLED: 'true', ...on() });
    await dispatch({ TRACEPARENT });
    expect([existsSync(folder()), collector.received.length]).toEqual([false, 0]);
  });

  it('answers as ever, and another process sends what happened', async () => {
    const plain = await dispatch();
    expect(await dispatch(on({ TRACEPARENT }))).toEqual(plain);
    await dispatch(on({ TRACEPARENT }));
    await collector.until(() => collector.at('/v1/metrics').length > 0);
    const spans = collector
      .at('/v1/traces')
      .map(({ text }) => text)
      .join('');
    expect(spans.match(/"name":"PreToolUse Bash"/g)).toHaveLength(2);
    expect(spans.match(/"parentSpanId":"b7ad6b7169203331"/g)).toHaveLength(2);
    expect(spans).toContain('"gen_ai.tool.call.id","value":{"stringValue":"toolu_01"}');
    expect(
      collector
        .at('/v1/logs')
        .map(({ text }) => text)
        .join(''),
    ).toContain('not today');
    await gone(project.home, 60_000);
    // One report stays, for nobody else.
    const left = filesIn(folder());
    expect(left.map((file) => [file.replace(/^.*\//, ''), statSync(file).mode & 0o777])).toEqual([
      ['report.json', 0o600],
    ]);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
  });

  it('does so without the journal too', async () => {
    await dispatch(on({ AMPLIFIER_HOOKS_JOURNAL: 'off' }));
    await collector.until(() => collector.at('/v1/traces').length > 0);
    expect(existsSync(join(folder(), '..', 'journal'))).toBe(false);
  });

  it('is not held by a collector that says nothing', async () => {
    collector.answer = () => undefined;
    const { code, stdout } = await dispatch(on({ OTEL_EXPORTER_OTLP_TIMEOUT: '500' }));
    expect([code, stdout]).toEqual([0, expect.stringContaining('not today')]);
    // Whoever asked has the answer, and nobody was asked before.
    await collector.until(() => collector.received.length > 0);
  });

  it('finds a collector away: everything goes on, somebody is told once, and nothing stays', async () => {
    await collector.stop();
    expect(await dispatch(on())).toMatchObject({ code: 0, stderr: '' });
    await gone(project.home, 60_000);
    const waiting = filesIn(folder()).filter((file) => file.includes('/waiting/'));
    expect(waiting).toEqual([]);
    const told = await dispatch(on());
    expect(told.stderr).toMatch(/^amplifier-hooks: telemetry: .* does not take what is sent: .*ECONNREFUSED/);
    expect((await dispatch(on())).stderr).toBe('');
    collector = await TestCollector.start();
  });

  it('says once a day what cannot be done as it was asked', async () => {
    const grpc = on({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
    expect((await dispatch(grpc)).stderr).toMatch(
      /OTEL_EXPORTER_OTLP_PROTOCOL is "grpc", which is not supported/,
    );
    expect(await dispatch(grpc)).toMatchObject({ code: 0, stderr: '' });
    expect(collector.received).toEqual([]);
  });

  it('loads nothing of the network itself', async () => {
    const report = project.write('loaded', '');
    const listen = project.write(
      'listen.cjs',
      `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(report)}, process.moduleLoadList.join()));`,
    );
    const child = project.start(['dispatch'], on(), { node: ['--require', listen] });
    child.stdin.end(EVENT);
    await new Promise((resolve) => child.on('close', resolve));
    expect(readFileSync(report, 'utf8')).toContain('NativeModule child_process');
    expect(readFileSync(report, 'utf8')).not.toMatch(/NativeModule (?:http|https|_http_client|tls|zlib)\b/);
    await collector.until(() => collector.received.length > 0);
  });

  it('asks only the environment of the host: what a project sets sends nothing anywhere', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    project.write('project/.claude/settings.json', JSON.stringify({ env }));
    project.write('project/.amplifier/hooks/config.json', JSON.stringify({ env }));
    project.write('home/.claude/settings.json', JSON.stringify({ env }));
    project.own();
    const { stdout } = await project.run(['dispatch', '--claude-settings'], EVENT);
    expect(stdout).toContain('not today');
    await project.run(['run', '--claude-settings'], EVENT);
    expect([existsSync(folder()), collector.received.length]).toEqual([false, 0]);
  });
});

describe('a sidecar', () => {
  /** One event, and the end after it was sent. */
  async function served(
    sent: () => Promise<void>,
  ): Promise<{ readonly code: unknown; readonly heard: string }> {
    const child = project.start(['serve'], on({ TRACEPARENT, OTEL_METRIC_EXPORT_INTERVAL: '10' }));
    const client = new Client(child.stdin, child.stdout);
    await client.get('initialize', { protocol: [1], host: { name: 'test', version: '1' }, format: 'claude' });
    await client.get('session/open', { session: 's1', cwd: project.dir });
    await client.get('event', { session: 's1', input: JSON.parse(EVENT) });
    await sent();
    const ended = new Promise((resolve) => child.on('exit', resolve));
    await client.get('shutdown');
    return { code: await ended, heard: client.lines.join('\n') };
  }

  it('sends by itself while it runs, and leaves no file', async () => {
    const isThere = (part: string) => () => collector.text.includes(part);
    const { code, heard } = await served(async () => {
      for (const part of ['amplifier_hooks.verdicts', '"name":"PreToolUse Bash"', 'amplifier_hooks.refused'])
        await collector.until(isThere(part));
    });
    expect([code, heard]).toEqual([0, expect.not.stringContaining('telemetry')]);
    expect(existsSync(folder())).toBe(false);
  });

  it('ends with a collector that says nothing, and tells its host what is lost', async () => {
    collector.answer = () => undefined;
    const { code, heard } = await served(() => collector.until(() => collector.received.length > 0));
    expect([code, heard]).toEqual([0, expect.stringMatching(/telemetry: not sent: /)]);
  });
});
