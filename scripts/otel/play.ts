// The ways in which events come in real life, played against a collector: a command for each event, and a sidecar for all.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HOOKS = {
  hooks: {
    PreToolUse: [
      { hooks: [{ type: 'command', command: "printf 'not today, password=hunter2horse' >&2; exit 2" }] },
      { hooks: [{ type: 'command', command: 'exit 7' }] },
    ],
  },
};

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const EVENT = {
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_use_id: 'toolu_01',
};

export interface Played {
  /** Each trace or session that must have arrived. */
  readonly traces: readonly string[];
  readonly sessions: readonly string[];
  end(): void;
}

/** Resolves when everything is answered; what is sent may still be under way. */
export async function play(command: string, endpoint: string): Promise<Played> {
  const root = mkdtempSync(join(tmpdir(), 'amplifier-hooks-otel-'));
  const project = join(root, 'project');
  mkdirSync(join(root, '.amplifier', 'hooks'), { recursive: true });
  mkdirSync(project);
  writeFileSync(join(root, '.amplifier', 'hooks', 'hooks.json'), JSON.stringify(HOOKS));
  const env = {
    PATH: process.env['PATH'],
    HOME: root,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    TRACEPARENT: `00-${TRACE}-b7ad6b7169203331-01`,
  };
  for (const session of ['one', 'two'])
    execFileSync(process.execPath, [command, 'dispatch'], {
      cwd: project,
      env,
      input: JSON.stringify({ ...EVENT, session_id: session }),
      stdio: ['pipe', 'ignore', 'ignore'],
    });
  await sidecar(command, project, env);
  return {
    traces: [TRACE],
    sessions: ['one', 'two', 'three'],
    end: () => rmSync(root, { recursive: true, force: true }),
  };
}

async function sidecar(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [command, 'serve'], { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const messages = [
    {
      id: 1,
      method: 'initialize',
      params: { protocol: [1], host: { name: 'otel', version: '1' }, format: 'claude' },
    },
    { id: 2, method: 'session/open', params: { session: 'three', cwd } },
    { id: 3, method: 'event', params: { session: 'three', input: EVENT } },
    { id: 4, method: 'shutdown', params: {} },
  ];
  for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  child.stdout.resume();
  await once(child, 'exit');
}
