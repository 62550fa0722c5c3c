import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { settle } from '../../engine/index.js';
import { TestProject } from '../../engine/testing/project.js';
import { probe } from '../index.js';
import type { ProbeOptions } from './probe.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const start = (how: ProbeOptions = {}, changes: object = {}) =>
  probe(
    settle({
      trust: 'off',
      projectDir: project.dir,
      home: project.home,
      stateDir: `${project.root}/state`,
      env: { PATH: process.env['PATH'], HOME: project.home, GITHUB_TOKEN: 'secret' },
      ...changes,
    }),
    how,
  );

/** The sign of the only hook. */
const sign = async (event: string, hook: string | Record<string, unknown>, how: ProbeOptions = {}) => {
  project.hooks({ [event]: [hook] });
  const { probed } = await start(how);
  expect(probed).toHaveLength(1);
  return probed[0]?.sign;
};

describe('signs of life', () => {
  it.each([
    ['exit 0', 'PreToolUse', 'cat >/dev/null', 'has no objection'],
    ['a deny', 'PreToolUse', 'echo no >&2; exit 2', 'says deny: "no"'],
    ['context', 'SessionStart', 'echo hello', 'tells the agent: "hello"'],
    ['a message', 'Notification', `echo '{"systemMessage":"hi"}'`, 'tells the user: "hi"'],
    ['a block', 'UserPromptSubmit', 'echo no >&2; exit 2', 'blocks: "no"'],
    ['the end of a turn', 'Stop', `echo '{"continue":false,"stopReason":"late"}'`, 'ends the turn: "late"'],
    ['exports', 'SessionStart', 'echo export A=1 >> "$CLAUDE_ENV_FILE"', 'has no objection'],
  ])('%s', async (_, event, command, said) => {
    expect(await sign(event, command)).toEqual({ state: 'alive', said, durationMs: expect.any(Number) });
  });

  it.each([
    ['a program that is not there', 'no-such-program', 'launchFailed', 'no-such-program'],
    ['another exit code', 'echo broken >&2; exit 5', 'finished', 'broken'],
    ['bad output', `echo '{"continue": "perhaps"}'`, 'badOutput', 'continue'],
    ['a signal', 'kill -9 $$', 'signalled', 'SIGKILL'],
  ])('%s', async (_, command, kind, why) => {
    expect(await sign('PreToolUse', command)).toMatchObject({
      state: 'failed',
      kind,
      why: expect.stringContaining(why),
    });
  });

  it('a hook that goes to the background by its first line is not waited for', async () => {
    const command = `echo '{"async":true}'; sleep 60`;
    expect(await sign('SessionStart', command)).toMatchObject({
      state: 'alive',
      said: 'goes on in the background',
    });
  });

  it('no answer in time', async () => {
    expect(await sign('Stop', 'sleep 30', { timeoutMs: 200 })).toMatchObject({
      state: 'failed',
      kind: 'timedOut',
    });
  });

  it('the event is one that matcher and rule select', async () => {
    const command = 'jq -e \'.tool_input.command == "git push sample"\' >/dev/null || exit 5';
    expect(await sign('PreToolUse', { command, if: 'Bash(git push *)' })).toMatchObject({ state: 'alive' });
  });

  it.each([
    ['a prompt hook', { type: 'prompt', prompt: 'x' }, 'costs money'],
    ['an agent hook', { type: 'agent', prompt: 'x' }, 'costs money'],
    [
      'a rule that never selects',
      { command: 'true', if: 'Bash(git' },
      'no event can be made up that selects it',
    ],
  ])('%s is not probed', async (_, hook, why) => {
    expect(await sign('PreToolUse', hook)).toEqual({
      state: 'not probed',
      why: expect.stringContaining(why),
    });
  });

  it('to the server of an http hook a connection is made, and nothing is sent', async () => {
    const requests: string[] = [];
    const server = createServer((request) => void requests.push(request.url ?? ''));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const connected = once(server, 'connection');
    try {
      expect(await sign('PreToolUse', { type: 'http', url: `http://localhost:${port}/` })).toEqual({
        state: 'not probed',
        why: expect.stringContaining(`a connection to localhost:${port} can be made; nothing was posted`),
      });
      await connected;
      expect(requests).toEqual([]);
    } finally {
      server.close();
    }
  });

  it.each([
    ['nobody is there', 'http://127.0.0.1:1/', 'launchFailed', 'no connection to http://127.0.0.1:1/'],
    ['a private address', 'http://10.0.0.1/', 'launchFailed', '10.0.0.1 is a private address'],
  ])('http: %s', async (_, url, kind, why) => {
    expect(await sign('PreToolUse', { type: 'http', url })).toMatchObject({
      state: 'failed',
      kind,
      why: expect.stringContaining(why),
    });
  });

  const SERVER = fileURLToPath(new URL('../../run/mcp/testing/server.mjs', import.meta.url));

  it.each([
    ['the tool is there', 'echo', { state: 'alive', said: expect.stringContaining('was not called') }],
    [
      'the tool is not',
      'gone',
      { state: 'failed', why: expect.stringContaining('has no tool "gone"; it has') },
    ],
  ])('mcp_tool: the server is asked for its tools, and none is called: %s', async (_, tool, expected) => {
    const log = join(project.root, 'mcp.log');
    project.write('project/.mcp.json', {
      mcpServers: { guard: { command: process.execPath, args: [SERVER], env: { MCP_TEST_LOG: log } } },
    });
    const probed = await sign('PreToolUse', { type: 'mcp_tool', server: 'guard', tool });
    expect(probed).toMatchObject(expected);
    expect(readFileSync(log, 'utf8')).not.toContain('call');
  });

  it.each([
    ['nobody defined it', {}, 'there is no MCP server "guard"'],
    ['it does not start', { guard: { command: 'no-such-program' } }, 'no-such-program'],
    ['nobody is there', { guard: { url: 'http://127.0.0.1:1/', type: 'http' } }, '"guard"'],
  ])('mcp_tool: %s', async (_, mcpServers, why) => {
    project.write('home/.amplifier/mcp.json', { mcpServers });
    expect(await sign('PreToolUse', { type: 'mcp_tool', server: 'guard', tool: 'x' })).toMatchObject({
      state: 'failed',
      why: expect.stringContaining(why),
    });
  });

  it('a hook that is switched off is not probed', async () => {
    project.hooks({ Stop: ['true'] });
    const { probed } = await start({}, { enabled: false });
    expect(probed[0]?.sign).toEqual({ state: 'not probed', why: 'the option enabled is false' });
  });
});

describe('what is contained', () => {
  it('project and home are copies that are removed, credentials are gone, and the hook can ask', async () => {
    // Others probe on this machine too, so the copies get a place of their own.
    const copies = join(project.root, 'copies');
    mkdirSync(copies);
    vi.stubEnv('TMPDIR', copies);
    onTestFinished(() => void vi.unstubAllEnvs());
    project.write('project/data', 'mine');
    project.write('home/.gitconfig', 'mine');
    const script = `case $PWD in */copies/*) ;; *) exit 9 ;; esac
      for f in "$PWD/data" "$CLAUDE_PROJECT_DIR/data" "$HOME/.gitconfig"; do cat "$f" >&2; echo gone > "$f"; done
      [ -n "$AMPLIFIER_HOOKS_PROBE" ] && [ -z "$GITHUB_TOKEN" ] && exit 2`;
    expect(await sign('PreToolUse', script)).toMatchObject({
      state: 'alive',
      said: 'says deny: "minegone\\nmine"',
    });
    expect(readFileSync(join(project.dir, 'data'), 'utf8')).toBe('mine');
    expect(readFileSync(join(project.home, '.gitconfig'), 'utf8')).toBe('mine');
    expect(readdirSync(copies)).toEqual([]);
  });

  it('scripts in the home directory are copied with what lies beside them, private things are not', async () => {
    project.write('home/tools/a.sh', '#!/bin/sh\n. "$(dirname "$0")/b.sh"\n', 0o755);
    project.write('home/tools/b.sh', 'echo found >&2; exit 2\n');
    project.write('home/.claude/.credentials.json', '{}');
    project.write('home/.claude/settings.json', '{}');
    project.hooks({ PreToolUse: ['"$HOME/tools/a.sh"', 'test ! -e "$HOME/.claude/.credentials.json"'] });
    const { probed, leftOut } = await start();
    expect(probed.map((one) => one.sign)).toMatchObject([{ said: 'says deny: "found"' }, { state: 'alive' }]);
    expect(leftOut).toContainEqual({ path: join(project.home, '.claude/.credentials.json'), why: 'private' });
  });

  it('plugins are copied too', async () => {
    const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'echo x > "$CLAUDE_PLUGIN_ROOT/new"' }] }] };
    project.write('plugin/hooks/hooks.json', { hooks });
    const { probed } = await start({}, { plugins: [join(project.root, 'plugin')] });
    expect(probed[0]?.sign).toMatchObject({ state: 'alive' });
    expect(existsSync(join(project.root, 'plugin/new'))).toBe(false);
  });

  it.skipIf(!existsSync('/proc/self/stat'))('what a hook leaves running is ended', async () => {
    const pidFile = join(project.root, 'pid');
    await sign('PreToolUse', `setsid sleep 60 >/dev/null 2>&1 & echo $! > '${pidFile}'`);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('paths that lead out of the copies are named', async () => {
    const sed = "echo a | sed 's/a  */ /g'";
    project.hooks({ Stop: [`cat '${project.dir}/x' /dev/null; ${sed}; "$CLAUDE_PROJECT_DIR"/y; true`] });
    const { probed } = await start();
    expect(probed[0]?.outside).toEqual([`${project.dir}/x`]);
  });
});

describe('the size of the copy', () => {
  const limits = { bytes: 1000, files: 5, fileBytes: 500 };

  it('is bounded, hooks come first, and what is left out is named', async () => {
    project.write(
      'project/.amplifier/hooks/p/run.sh',
      '#!/bin/sh\nls "$CLAUDE_PROJECT_DIR" >&2; exit 2\n',
      0o755,
    );
    project.write('project/.amplifier/hooks/p/hooks.json', {
      hooks: { Stop: [{ hooks: [{ type: 'command', command: `"\${CLAUDE_PLUGIN_ROOT}/run.sh"` }] }] },
    });
    project.write('project/large', 'x'.repeat(501));
    project.write('project/a', 'x'.repeat(400));
    project.write('project/node_modules/m', 'x'.repeat(400));
    project.write('project/z', 'x'.repeat(400));
    symlinkSync('..', join(project.dir, '.amplifier', 'loop'));
    symlinkSync('nowhere', join(project.dir, 'dangling'));
    const { probed, leftOut } = await start({ limits });
    expect(probed[0]?.sign).toMatchObject({
      state: 'alive',
      said: expect.stringMatching(/^blocks: "a\\nnode_modules\\nz"$/),
    });
    expect(leftOut.map(({ path, why }) => `${path.replace(project.dir, '')}: ${why}`)).toEqual([
      expect.stringMatching(/^\/dangling: ENOENT/),
      '/large: a file of 1 MB',
      '/node_modules/m: the copy holds at most 1 MB and 5 files',
      expect.stringContaining(`${project.home}: only .amplifier`),
    ]);
  });

  it('a definition that does not fit is said', async () => {
    project.hooks({ Stop: ['true'] });
    const { probed } = await start({ limits: { ...limits, fileBytes: 10 } });
    expect(probed[0]?.sign).toEqual({ state: 'not probed', why: 'its definition did not fit into the copy' });
  });
});

/** A process that has ended and that nobody asked about yet (Z) does not run. */
function isRunning(pid: number): boolean {
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
  return stat !== '' && !/\) Z /.test(stat);
}
