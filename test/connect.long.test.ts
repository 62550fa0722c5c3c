// Hosts that are connected by the real executable: asked as they would ask, with an installation that goes, and with a command
// that is killed at its work.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, watch } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectHome } from '../src/connect/testing/home.js';
import { AGENT_NAMES } from '../src/host-names.js';
import { withExecutables } from '../src/testing/executables.js';
import { ended } from '../src/testing/index.js';

const { command } = withExecutables('command');

let home: ConnectHome;
beforeEach(() => {
  home = new ConnectHome();
});
afterEach(() => home.remove());

const env = () => ({ HOME: home.path('home'), PATH: `${home.path('bin')}:/usr/bin:/bin` });

const start = (words: string, program = command) =>
  spawn(process.execPath, [program, ...words.split(' ')], { cwd: home.path('project'), env: env() });
const run = (words: string, program = command) => ended(start(words, program));

it.each(AGENT_NAMES)('%s is asked, and would be stopped', async (name) => {
  const before = home.everything();
  expect((await run(`connect ${name} --trust`)).code).toBe(0);
  const { code, stdout } = await run('connections --probe --json');
  const row = JSON.parse(stdout).hosts.find(({ host }: { host: string }) => host === name);
  expect(row.connections[0].probe.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  expect(row.connections[0].probe.length).toBeGreaterThan(2);
  expect(code).toBe(0);
  await run(`disconnect ${name}`);
  expect(home.everything()).toEqual(before);
});

it('hooks of people are not run by a probe, and cannot turn it into a yes', async () => {
  home.write('home/.amplifier/hooks/hooks.json', {
    hooks: {
      PreToolUse: [
        {
          hooks: [
            {
              type: 'command',
              command: `touch ${home.path('ran')}; echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'`,
            },
          ],
        },
      ],
    },
  });
  await run('connect claude');
  expect((await run('connections --probe')).code).toBe(0);
  expect(existsSync(home.path('ran'))).toBe(false);
});

describe('the command of a probe', () => {
  const dispatch = (event: object, ...words: readonly string[]) =>
    spawnSync(process.execPath, [command, 'dispatch', ...words], {
      cwd: home.path('project'),
      env: env(),
      input: JSON.stringify({ session_id: 's', cwd: home.path('project'), ...event }),
      encoding: 'utf8',
    });
  const call = { tool_name: 'Bash', tool_input: { command: 'amplifier-hooks-probe 1' } };

  it('is denied whatever the command line says', () => {
    const { stdout } = dispatch({ hook_event_name: 'PreToolUse', ...call }, '--no-fail-closed');
    expect(JSON.parse(stdout).hookSpecificOutput.permissionDecision).toBe('deny');
  });

  it('keeps no hook of another event from running', () => {
    home.write('home/.amplifier/hooks/hooks.json', {
      hooks: { PostToolUse: [{ hooks: [{ type: 'command', command: `touch ${home.path('ran')}` }] }] },
    });
    dispatch({ hook_event_name: 'PostToolUse', ...call, tool_response: {} });
    expect(existsSync(home.path('ran'))).toBe(true);
  });
});

describe('a probe says what failed', () => {
  it('where the installation is gone: what hooks could have denied is denied', async () => {
    // As an update may leave it: the folder has another name.
    const folder = home.path('old');
    mkdirSync(folder);
    spawnSync('cp', ['-r', command.replace(/\/[^/]*$/, ''), `${folder}/bin`]);
    const own = `${folder}/bin/amplifier-hooks.cjs`;
    await run('connect gemini', own);
    renameSync(folder, home.path('new'));
    const { code, stdout } = await run('connections --probe gemini');
    expect(code).toBe(1);
    expect(stdout).toContain('is gone');
    const launcher = home.path('home/.amplifier/bin/amplifier-hooks');
    const ask = (event: string) =>
      spawnSync('bash', ['-c', `${launcher} dispatch --host gemini`], {
        env: env(),
        input: JSON.stringify({ hook_event_name: event }),
        encoding: 'utf8',
      });
    expect(ask('BeforeTool').status).toBe(2);
    expect(ask('BeforeTool').stderr).toContain('is not there any more');
    expect(ask('AfterAgent').status).toBe(1);
    // Installed anew, it is found on PATH; connecting again makes the launcher start it.
    home.write('bin/amplifier-hooks', `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`, 0o755);
    expect(ask('BeforeTool').status).toBe(0);
    await run('connect gemini');
    expect((await run('connections --probe gemini')).code).toBe(0);
  });

  it('where a project needs a command that is not on PATH', async () => {
    await run('connect qwen --scope project');
    const { code, stdout } = await run('connections --probe');
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAIL it starts bash -c amplifier-hooks/);
    expect(stdout).toContain('not found');
    home.write('bin/amplifier-hooks', `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`, 0o755);
    expect((await run('connections --probe')).code).toBe(0);
  });

  it('where something else answers', async () => {
    await run('connect claude');
    home.write('home/.amplifier/bin/amplifier-hooks', '#!/bin/sh\necho "{}"\n', 0o755);
    const { code, stdout } = await run('connections --probe');
    expect(code).toBe(1);
    expect(stdout).toContain('FAIL a call is denied, in its own form');
    expect(stdout).toContain('seen: exit code 0, "{}"');
  });
});

describe('killed between two files', () => {
  /** Connects, and is killed as soon as the first program stands there. */
  async function killed(): Promise<void> {
    home.makeFolder('home', '.cline', 'hooks');
    const child = start('connect cline');
    const watcher = watch(home.path('home/.cline/hooks'), (_, name) => {
      if (name?.startsWith('.') === false) child.kill('SIGKILL');
    });
    await ended(child);
    watcher.close();
  }

  it('connecting again completes it, and disconnecting leaves nothing', async () => {
    home.makeFolder('home', '.cline', 'hooks');
    const before = home.everything();
    await killed();
    const half = home.everything();
    expect((await run('connect cline')).code).toBe(0);
    expect((await run('connections --probe')).code).toBe(0);
    expect(Object.keys(home.everything()).length).toBeGreaterThanOrEqual(Object.keys(half).length);
    await run('disconnect cline');
    expect(withoutTemporary(home.everything())).toEqual(before);
  });

  it('so does disconnecting at once', async () => {
    home.makeFolder('home', '.cline', 'hooks');
    const before = home.everything();
    await killed();
    await run('disconnect cline');
    expect(withoutTemporary(home.everything())).toEqual(before);
  });
});

/** What a killed process was just writing beside a file. */
const withoutTemporary = (all: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(all).filter(([path]) => !/\/\.tmp-|connect\.lock/.test(path)));
