// `doctor`.
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fails, says } from '../../models/testing/openai-server.js';
import { startServer } from '../../models/testing/server.js';
import { GUARD, writePluginFiles } from '../../plugins/install/testing/plugin.js';
import { type PlayOptions, Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

/** What differs from machine to machine. */
const MACHINE: NonNullable<PlayOptions['replace']> = [
  [/Node \d+\.\d+\.\d+/g, 'Node <version>'],
  [/\[pass\] bash: .*/g, '[pass] bash: <bash>'],
  [/\[pass\] home: .*/g, '[pass] home: <home>'],
  [/\/bin\/sh is \w+/g, '/bin/sh is <shell>'],
  [/PATH has \d+ folders/g, 'PATH has <n> folders'],
  [/temporary files: [^,]+,/g, 'temporary files: <folder>,'],
];

const play = (argv: readonly string[], options: Partial<PlayOptions> = {}) => {
  const env = { PATH: process.env['PATH'], HOME: stage.home, XDG_RUNTIME_DIR: stage.home };
  return stage.play(argv, { replace: MACHINE, env, ...options });
};

/** One of each kind. */
function troubled(): void {
  stage.write('project/.amplifier/hooks/guard/guard.sh', '#!/bin/sh\necho no >&2\nexit 2\n', 0o755);
  stage.write('project/.amplifier/hooks/guard/hooks.json', {
    hooks: {
      PreToolUse: [
        { matcher: 'Bash', hooks: [{ type: 'command', command: `"\${CLAUDE_PLUGIN_ROOT}/guard.sh"` }] },
      ],
    },
  });
  stage.hooks({
    PreToolUse: [`"$CLAUDE_PROJECT_DIR/gone.sh"`],
    SessionStart: ['echo hello'],
    Notification: [{ type: 'http', url: 'http://127.0.0.1:1/' }],
    Nope: ['true'],
  });
}

it('a project without hooks', async () => {
  expect(await play(['doctor'], { strange: true })).toMatchSnapshot();
});

it('a project with troubles', async () => {
  troubled();
  const state = join(stage.home, '.local', 'state', 'amplifier-hooks');
  mkdirSync(state, { recursive: true });
  chmodSync(state, 0o755);
  expect(await play(['doctor'])).toMatchSnapshot();
});

it('has an object for programs', async () => {
  stage.hooks({ SessionStart: ['echo hello'] });
  const { stdout, code } = await play(['doctor', '--json']);
  const { version, findings, probe } = JSON.parse(stdout);
  expect([code, version, probe]).toEqual([0, 1, null]);
  expect(findings.filter(({ area }: { area: string }) => area === 'hooks')).toMatchSnapshot();
});

it('--probe starts the hooks and says how they are', async () => {
  stage.hooks({
    PreToolUse: ['echo broken >&2; exit 5', 'cat /no-such-place/data; exit 0'],
    SessionStart: ['echo hello'],
    Notification: [{ type: 'http', url: 'http://127.0.0.1:1/' }],
  });
  const { stdout, stderr, code } = await play(['doctor', '--probe', '--yes']);
  expect([code, stderr, stdout.slice(stdout.indexOf('\nprobe\n'))]).toMatchSnapshot();
});

it('--probe has an object for programs', async () => {
  stage.hooks({ SessionStart: ['echo hello'] });
  const { stdout, code } = await play(['doctor', '--probe', '--yes', '--json']);
  expect([code, JSON.parse(stdout).probe]).toMatchSnapshot();
});

it('--probe without anybody to ask is refused, and nothing is started', async () => {
  stage.hooks({ SessionStart: [`touch '${stage.root}/started'`] });
  expect(await play(['doctor', '--probe'])).toMatchSnapshot();
});

it('--probe asks at a terminal; no answer is a no', async () => {
  stage.hooks({ SessionStart: ['echo hello'] });
  const { stdout, stderr, code } = await play(['doctor', '--probe'], { stdin: 'terminal' });
  expect(code).toBe(0);
  expect(stderr).toMatch(/Start them\? \[y\/N\] Nothing was started\.\n$/);
  expect(stdout).not.toContain('\nprobe\n');
});

it('stays within a terminal of 80 columns', async () => {
  troubled();
  const { stdout } = await play(['doctor'], { terminal: { columns: 80 } });
  expect(stdout).toContain('\u001b[31m[fail]\u001b[39m');
  const lines = stdout.replace(/\u001b\[\d+m/g, '').split('\n');
  expect(lines.filter((line) => line.length > 80 && line.trim().includes(' '))).toEqual([]);
});

/** What is said about one area. */
const area = async (
  name: string,
  argv: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) => {
  const options = { env: { PATH: process.env['PATH'], HOME: stage.home, ...env } };
  const { stdout } = await play(['doctor', ...argv], options);
  const [, text = null] = new RegExp(`^(${name}\\n[^]*?)\\n\\n`, 'm').exec(stdout) ?? [];
  return text;
};

describe('models', () => {
  const questions = () =>
    stage.hooks({
      PreToolUse: [{ type: 'prompt', prompt: 'Is it safe?', model: 'opus' }],
      Stop: [{ type: 'agent', prompt: 'Are there tests?' }],
    });

  it('nothing is said where nobody asks one', async () => {
    stage.hooks({ Stop: ['true'] });
    expect(await area('models')).toBe(null);
  });

  it.each<[string, Record<string, string>]>([
    ['none', {}],
    ['a key', { ANTHROPIC_API_KEY: 'secret' }],
    [
      'a server that has no such model',
      { OPENAI_BASE_URL: 'http://localhost:1', AMPLIFIER_HOOKS_MODEL: 'qwen' },
    ],
    ['a server without a default', { OPENAI_BASE_URL: 'http://localhost:1' }],
    ['a recording that is not there', { AMPLIFIER_HOOKS_MODEL_RECORDING: '/no/such.jsonl' }],
  ])('%s', async (_title, env) => {
    questions();
    expect(await area('models', [], env)).toMatchSnapshot();
  });

  it('wrong settings', async () => {
    questions();
    stage.write('home/.amplifier/hooks-model.json', '{"provider": "nobody"}');
    expect(await area('models')).toMatchSnapshot();
  });

  it('a model is asked only with --ask-model', async () => {
    questions();
    const server = await startServer();
    server.react(says('yes'), fails(401, 'wrong key'));
    const env = { OPENAI_BASE_URL: server.url, AMPLIFIER_HOOKS_MODEL: 'gpt-6-luna' };
    try {
      await area('models', ['--probe', '--yes'], env);
      expect(server.received).toHaveLength(0);
      expect(await area('models', ['--ask-model'], env)).toMatch(
        /\[pass\] gpt-6-luna answered in <ms>: 100 \+ 20 tokens, \$0\.000020$/m,
      );
      expect(server.received[0]?.body).toMatchObject({ model: 'gpt-6-luna' });
      expect(await area('models', ['--ask-model'], env)).toContain('wrong key');
      expect(await area('models', ['--ask-model'])).toContain('[fail] asked, without an answer: no model');
    } finally {
      await server.close();
    }
  });
});

it('MCP servers that hooks call', async () => {
  stage.write('project/.mcp.json', {
    mcpServers: {
      here: { command: 'node', args: ['guard.mjs'] },
      gone: { command: 'no-such-program' },
      script: { command: './guard.sh' },
      web: { type: 'http', url: 'https://ann:secret@example.com/mcp?key=secret' },
      broken: { command: 7 },
      idle: { command: 'nobody-calls-it' },
    },
  });
  stage.write('project/guard.sh', '#!/bin/sh\n', 0o755);
  stage.hooks({
    Stop: ['here', 'gone', 'script', 'web', 'broken', 'nobody'].map((server) => ({
      type: 'mcp_tool',
      server,
      tool: 'check',
    })),
  });
  const said = await area('mcp servers');
  expect(said).toMatchSnapshot();
  expect(said).not.toMatch(/secret|nobody-calls/);
  expect(await area('hooks')).toContain('There is no MCP server "nobody"');
});

it('a server that another one stands in front of', async () => {
  const mcpServers = { guard: { command: 'node' }, other: { command: 'node' } };
  stage.write('home/.amplifier/mcp.json', { mcpServers });
  stage.write('project/.mcp.json', { mcpServers });
  stage.hooks({ Stop: [{ type: 'mcp_tool', server: 'guard', tool: 'check' }] });
  const said = await area('mcp servers');
  expect(said).toContain('[warn] Another MCP server "guard" counts, that of');
  expect(said).not.toContain('"other"');
});

it('http hooks', async () => {
  const hooks = [
    { type: 'http', url: 'http://127.0.0.1:8787/stop' },
    {
      type: 'http',
      url: 'https://example.com/?key=secret',
      headers: { Authorization: 'Bearer $HOOK_TOKEN' },
      allowedEnvVars: ['HOOK_TOKEN'],
    },
    { type: 'http', url: 'http://192.168.1.1/' },
  ];
  stage.hooks({ SessionEnd: hooks });
  expect(await area('http hooks')).not.toContain('HOOK_TOKEN');
  expect(await area('hooks')).toContain('An http hook of the project is not given HOOK_TOKEN');
  stage.write('home/.amplifier/hooks/hooks.json', { hooks: { Stop: [{ hooks }] } });
  stage.hooks({});
  expect(await area('http hooks')).toMatchSnapshot();
  expect(await area('hooks')).toContain('[fail] 192.168.1.1 is a private address');
});

it('has help with examples', async () => {
  expect(await play(['doctor', '--help'])).toMatchSnapshot();
});

it('plugins that are no longer what was installed', async () => {
  const folder = writePluginFiles(join(stage.root, 'plugins', 'guard'), GUARD);
  expect((await stage.play(['install', folder, '--yes'])).code).toBe(0);
  expect(await area('plugins')).toContain('[pass] guard');
  stage.write('project/.amplifier/hooks/guard/hooks/hooks.json', '{"hooks":{}}');
  const said = await area('plugins');
  expect(said).toContain('[warn] guard is not what was installed; changed: hooks/hooks.json');
  expect(said).toContain('amplifier-hooks install --force');
  stage.write('project/.amplifier/hooks.lock.json', 'no JSON');
  expect(await area('plugins')).toContain('[fail]');
});

it('telemetry, where somebody asked for it', async () => {
  const env = { PATH: process.env['PATH'], HOME: stage.home };
  const said = async (more: Readonly<Record<string, string>>) =>
    (await play(['doctor'], { env: { ...env, ...more } })).stdout;
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://me:hunter2horse@127.0.0.1:4318';
  expect(await said({ OTEL_SERVICE_NAME: 'x' })).not.toContain('telemetry');
  const on = await said({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_METRICS_EXPORTER: 'none' });
  expect(on).toContain('[pass] traces go to http://127.0.0.1:4318/v1/traces\n');
  expect(on).not.toContain('metrics go');
  expect(on).not.toContain('hunter2');
  const grpc = await said({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
  expect(grpc).toContain('[warn] OTEL_EXPORTER_OTLP_PROTOCOL is "grpc", which is not supported');
});
