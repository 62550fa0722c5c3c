// A repository that brings the switches of the handlers along: it switches nothing.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Place } from '../../src/amplihack/testing/place.js';
import { withExecutables } from '../../src/testing/executables.js';

const { amplihack: executable } = withExecutables('amplihack');

let place: Place;
beforeEach(() => {
  place = new Place();
  git('init', '-q', '.');
});
afterEach(() => place.remove());

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=b', ...args], {
    cwd: place.root,
    env: place.env,
    stdio: 'ignore',
  });
function commit(...files: readonly string[]): void {
  git('add', '-f', ...files);
  git('commit', '-qm', 'x');
}

const run = (argv: readonly string[], payload: unknown = '', env: Readonly<Record<string, string>> = {}) =>
  place.spawn(executable, argv, JSON.stringify(payload), { ...place.env, ...env });
const stop = (env: Readonly<Record<string, string>> = {}) => run(['stop'], { session_id: 's' }, env);

const APPROVE = '{"decision":"approve"}\n';
const LOCKS = '.claude/runtime/locks';

describe('lock mode', () => {
  it('a tracked .lock_active does not lock', async () => {
    place.write(`${LOCKS}/.lock_active`, '');
    place.write(`${LOCKS}/.continuation_prompt`, 'their-words');
    commit('.');
    const { stdout, stderr } = await stop();
    expect(stdout).toBe(APPROVE);
    expect(stderr).toContain('belongs to the repository');
    for (const env of [{ GIT_DIR: join(place.home, '.git') }, { GIT_INDEX_FILE: join(place.home, 'index') }])
      expect((await stop(env)).stdout).toBe(APPROVE);
    const locked = await run(['lock']);
    expect(locked).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('stays off') });
    git('rm', '-rq', '--cached', '.');
    expect((await stop()).stdout).toContain('"block"');
  });

  it('a file under other letters, through a link, as a link or as a folder does not lock either', async () => {
    place.write('inner/.lock_active', '');
    mkdirSync(join(place.root, '.claude/runtime'), { recursive: true });
    symlinkSync('../../inner', join(place.root, LOCKS));
    commit('.');
    expect((await stop()).stdout).toBe(APPROVE);
    rmSync(join(place.root, LOCKS));
    mkdirSync(join(place.root, LOCKS));
    symlinkSync('../../../inner/.lock_active', join(place.root, LOCKS, '.lock_active'));
    expect((await stop()).stdout).toBe(APPROVE);
    rmSync(join(place.root, LOCKS, '.lock_active'));
    place.write(`${LOCKS}/.lock_active/file`, '');
    expect((await stop()).stdout).toBe(APPROVE);
    rmSync(join(place.root, LOCKS, '.lock_active'), { recursive: true });
    place.write(`${LOCKS}/.LOCK_active`, '');
    commit('.');
    place.write(`${LOCKS}/.lock_active`, '');
    expect((await stop()).stdout).toBe(APPROVE);
  });

  it('a file of a submodule does not lock', async () => {
    const inner = join(place.folder, 'inner');
    execFileSync('git', ['init', '-q', inner], { env: place.env });
    place.write('../inner/runtime/locks/.lock_active', '');
    const options = { cwd: inner, env: place.env };
    execFileSync('git', ['add', '.'], options);
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=b', 'commit', '-qm', 'x'], options);
    git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, '.claude');
    expect(place.has(`${LOCKS}/.lock_active`)).toBe(true);
    expect((await stop()).stdout).toBe(APPROVE);
  });

  it('where git cannot say whose it is, it does not lock', async () => {
    place.write(`${LOCKS}/.lock_active`, '');
    commit('.');
    place.write('.git/index', 'broken');
    const { stdout, stderr } = await stop();
    expect(stdout).toBe(APPROVE);
    expect(stderr).toContain('git cannot say');
    expect((await stop({ PATH: place.home })).stdout).toBe(APPROVE);
  });

  it('what the user locks is locked, with the user’s words and not the repository’s', async () => {
    place.write(`${LOCKS}/.continuation_prompt`, 'their-words');
    commit('.');
    expect((await run(['lock', '--message', 'my-words'])).exitCode).toBe(0);
    expect((await stop()).stdout).toBe('{"decision":"block","reason":"my-words"}\n');
    expect((await run(['unlock'])).exitCode).toBe(0);
    expect((await stop()).stdout).toBe(APPROVE);
  });
});

describe('reflection', () => {
  const CONFIG = '.claude/tools/amplihack/.reflection_config';
  let reflecting: Readonly<Record<string, string>>;
  beforeEach(() => {
    const program = place.writeHome('reflect', `#!/bin/sh\n: > "$HOME/mark"\necho findings\n`);
    chmodSync(program, 0o755);
    reflecting = { AMPLIHACK_REFLECTION_BINARY: program };
  });
  const ran = () => existsSync(join(place.home, 'mark'));

  it('a tracked .reflection_config does not switch it on; one of the user does', async () => {
    place.write(CONFIG, '{"enabled":true}');
    commit('.');
    expect((await stop(reflecting)).stdout).toBe(APPROVE);
    expect(ran()).toBe(false);
    git('rm', '-q', '--cached', CONFIG);
    expect((await stop(reflecting)).stdout).toContain('findings');
  });

  it.each([
    ['settings.json', (env: unknown) => JSON.stringify({ env })],
    ['settings.json', (env: unknown) => `// a comment\n${JSON.stringify({ env })}`],
    ['settings.local.json', (env: unknown) => JSON.stringify({ env })],
  ])('a variable that a tracked %s sets does not switch it on', async (name, written) => {
    const env = { AMPLIHACK_ENABLE_REFLECTION: '1' };
    place.write(`.claude/${name}`, written(env));
    place.write('sub/file', '');
    commit('.');
    expect((await stop({ ...reflecting, ...env })).stdout).toBe(APPROVE);
    expect(ran()).toBe(false);
  });

  it('the program is not the one that the project names, nor is the hook’s folder a way around', async () => {
    const env = {
      AMPLIHACK_REFLECTION_BINARY: join(place.home, 'reflect'),
      AMPLIHACK_ENABLE_REFLECTION: '1',
    };
    const project = place.root;
    place.write('.claude/settings.json', JSON.stringify({ env }));
    mkdirSync(join(project, 'sub'));
    const inner = await place.run(
      'stop',
      { session_id: 's' },
      {
        root: join(project, 'sub'),
        env: { ...place.env, ...env, CLAUDE_PROJECT_DIR: project },
      },
    );
    expect(inner.stdout).toBe(APPROVE);
    expect(ran()).toBe(false);
  });

  it('the user’s own environment and local settings do', async () => {
    const env = { AMPLIHACK_ENABLE_REFLECTION: '1' };
    place.write('.claude/settings.local.json', JSON.stringify({ env }));
    place.write('.claude/settings.json', '{"env":{"OTHER":"1"}}');
    commit('.claude/settings.json');
    expect((await stop({ ...reflecting, ...env })).stdout).toContain('findings');
  });
});

it('the rules about text stay on when a project’s settings switch them off', async () => {
  const payload = { tool_name: 'Bash', tool_input: { command: 'ls; rm -rf x' } };
  for (const name of ['XPIA_ENABLED', 'XPIA_BLOCK_CRITICAL']) {
    expect((await run(['pre-tool-use'], payload, { [name]: '0' })).stdout).toBe('{}\n');
    place.write('.claude/settings.json', JSON.stringify({ env: { [name]: '0' } }));
    const { stdout, stderr } = await run(['pre-tool-use'], payload, { [name]: '0' });
    expect(stdout).toContain('"deny"');
    expect(stderr).toContain(`${name} is not heeded`);
    rmSync(join(place.root, '.claude/settings.json'));
  }
});
