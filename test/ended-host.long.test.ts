// Hooks end with their host, whatever ends it: the real command line and the sidecar, with real signals.
import { type ChildProcessWithoutNullStreams, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandProject } from '../src/cli/testing/command.js';
import { readJournal } from '../src/journal/index.js';
import { eventually, gone, longTime, processesWith } from '../src/run/testing/place.js';
import { withExecutables } from '../src/testing/executables.js';
import { ended } from '../src/testing/index.js';

const { command } = withExecutables('command');

let project: CommandProject;
beforeEach(() => {
  project = new CommandProject(command);
  project.own();
});
afterEach(() => project.remove());

const start = (...args: readonly string[]): ChildProcessWithoutNullStreams => project.start(args);

const EVENT = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
const stdin = () => `${JSON.stringify({ ...EVENT, session_id: 's', cwd: project.dir })}\n`;

/** A hook with children in and outside of its group, all of which sleep for this time. */
const hook = (time: string): string => `sleep ${time} & setsid sleep ${time} & wait`;

/** All three are there. */
const running = (time: string): Promise<void> =>
  eventually(() => expect(processesWith(`sleep ${time}`)).toHaveLength(3));

/** The watcher, which is told of a hook a moment after its start, is there. */
const watched = ({ pid }: ChildProcessWithoutNullStreams): Promise<void> =>
  eventually(() => {
    const children = execFileSync('ps', ['--ppid', String(pid), '-o', 'command='], { encoding: 'utf8' });
    expect(children).toContain('amplifier-hooks-watch');
  });

async function recorded(): Promise<readonly string[]> {
  const kinds: string[] = [];
  const stateDir = join(project.home, '.local', 'state', 'amplifier-hooks');
  for await (const entry of readJournal({ stateDir, projectDir: project.dir }))
    if (entry.kind === 'event') kinds.push(...entry.runs.map(({ outcome }) => outcome));
  return kinds;
}

describe.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGINT', 130],
] as const)('%s', (signal, code) => {
  it('dispatch: hooks end, it is recorded, and a gate stays shut', async () => {
    const time = longTime();
    project.hooks({ PreToolUse: [hook(time)] });
    const child = start('dispatch');
    const end = ended(child, stdin());
    await running(time);
    child.kill(signal);
    const { stdout, ...how } = await end;
    expect(how).toMatchObject({ code, signal: null });
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
    await gone(time);
    expect(await recorded()).toEqual(['cancelled']);
  });

  it('run: the same', async () => {
    const time = longTime();
    project.hooks({ PostToolUse: [hook(time)] });
    const child = start('run', 'PostToolUse', '--tool', 'Bash');
    const end = ended(child);
    await running(time);
    child.kill(signal);
    expect(await end).toMatchObject({ code, signal: null });
    await gone(time);
    expect(await recorded()).toEqual(['cancelled']);
  });

  it('dispatch that has answered and waits for a hook that went to the background by itself', async () => {
    const time = longTime();
    project.hooks({ PreToolUse: [`echo '{"async":true}'; ${hook(time)}`] });
    const child = start('dispatch');
    const end = ended(child, stdin());
    await running(time);
    // It runs before its first line is read; what is recorded was answered.
    await eventually(async () => expect(await recorded()).toHaveLength(1));
    child.kill(signal);
    expect(await end).toMatchObject({ code, signal: null, stdout: '' });
    await gone(time);
  });

  it('another command that runs hooks', async () => {
    const time = longTime();
    project.write('project/.amplifier/hooks/a/hooks.json', {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: hook(time) }] }] },
    });
    const event = 'event: { hook_event_name: PreToolUse, tool_name: Bash, tool_input: { command: ls } }';
    const test = `title: is denied\n${event}\nexpect: { permission: deny }\n`;
    project.write('project/.amplifier/hooks/a/a.hooktest.yaml', test);
    const child = start('test');
    const end = ended(child);
    await running(time);
    child.kill(signal);
    expect(await end).toMatchObject({ code, signal: null });
    await gone(time);
  });
});

it('a dispatch that still waits for its event ends at once', async () => {
  project.hooks({ PreToolUse: ['true'] });
  const child = start('dispatch');
  child.stdin.write('{');
  const exit = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  child.kill('SIGTERM');
  expect(await exit).toBe('SIGTERM');
});

it('the sidecar and dispatch, killed without a word', async () => {
  const time = longTime();
  project.hooks({ PreToolUse: [hook(time)] });
  const dispatch = start('dispatch');
  const end = ended(dispatch, stdin());
  await running(time);
  await watched(dispatch);
  dispatch.kill('SIGKILL');
  expect(await end).toMatchObject({ signal: 'SIGKILL' });
  await gone(time);

  const sidecar = start('serve');
  const call = (id: number, method: string, params: unknown): boolean =>
    sidecar.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  const exit = new Promise((resolve) => sidecar.once('close', (_, signal) => resolve(signal)));
  call(1, 'initialize', { protocol: [1], host: { name: 'test', version: '1' } });
  call(2, 'session/open', { session: 's', cwd: project.dir });
  const data = { tool_name: 'bash', tool_input: { command: 'ls' }, tool_call_id: 'c' };
  call(3, 'event', { session: 's', event: 'tool:pre', data });
  await running(time);
  await watched(sidecar);
  sidecar.kill('SIGKILL');
  expect(await exit).toBe('SIGKILL');
  await gone(time);
});
