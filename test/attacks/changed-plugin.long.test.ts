// A plugin that was installed runs as it was installed: whoever edits it on disk, its author's updater or an agent, runs nothing by that.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ended } from '../../src/testing/index.js';
import { LS, type Opened, withOpened } from './testing/command.js';

let project: Opened;
withOpened((opened) => {
  project = opened;
});

const dispatch = (name: string) => project.dispatch({ ...LS, hook_event_name: name, tool_response: {} });
const installed = (path = ''): string => join(project.home, '.amplifier', 'hooks', 'kit', path);
const permission = ({ stdout }: { readonly stdout: string }): unknown =>
  stdout === '' ? null : JSON.parse(stdout).hookSpecificOutput.permissionDecision;

const script = (name: string, text: string): string =>
  project.write(`kit/${name}`, `#!/bin/sh\n${text}\n`, 0o755);
const hook = (name: string) => [
  { hooks: [{ type: 'command', command: `"\${CLAUDE_PLUGIN_ROOT}/${name}"` }] },
];

/** A plugin with a guard that lets everything pass and a hook that leaves a mark, installed by a person for themselves. */
async function install(): Promise<void> {
  script('guard.sh', '. "$(dirname "$0")/rules.sh"');
  script('rules.sh', 'exit 0');
  script('note.sh', `touch ${project.path('noted')}`);
  project.write('kit/hooks/hooks.json', {
    hooks: { PreToolUse: hook('guard.sh'), PostToolUse: hook('note.sh') },
  });
  project.write('kit/.claude-plugin/plugin.json', { name: 'kit', version: '1.0.0' });
  const { code, stderr } = await project.person(['install', project.path('kit'), '--scope', 'user', '--yes']);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
}

const CHANGES: readonly (readonly [string, () => unknown])[] = [
  ['a script', () => project.write('home/.amplifier/hooks/kit/note.sh', '#!/bin/sh\ntouch ../evil\n', 0o755)],
  ['what a script sources', () => project.write('home/.amplifier/hooks/kit/rules.sh', 'exit 0 # but\n')],
  [
    'the definition',
    () =>
      project.write('home/.amplifier/hooks/kit/hooks/hooks.json', {
        hooks: { PreToolUse: hook('guard.sh'), PostToolUse: hook('evil.sh') },
      }),
  ],
  ['a file that is missing', () => rmSync(installed('note.sh'))],
];

describe.each(CHANGES)('a plugin that differs in %s', (_title, change) => {
  beforeEach(async () => {
    await install();
    expect(permission(await dispatch('PreToolUse'))).toBeNull();
    change();
  });

  it('does not run, and its guard denies', async () => {
    const answer = await dispatch('PreToolUse');
    expect([answer.code, permission(answer)]).toEqual([0, 'deny']);
    expect(answer.stdout).toContain('its plugin kit is not what you installed');
    const after = await dispatch('PostToolUse');
    expect([after.stdout, after.stderr]).toEqual(['', expect.stringContaining('is not what you installed')]);
    expect(existsSync(project.path('noted'))).toBe(false);
  });

  it('runs again as it is, once a person approved it, in every project', async () => {
    expect((await project.run(['trust'])).code).toBe(1);
    expect(permission(await dispatch('PreToolUse'))).toBe('deny');
    expect((await project.person(['trust', '--yes'])).code).toBe(0);
    expect(permission(await dispatch('PreToolUse'))).toBeNull();
    const other = project.makeFolder('other');
    expect(
      permission(await ended(project.start(['dispatch'], {}, { cwd: other }), JSON.stringify(LS))),
    ).toBeNull();
  });

  it('runs again once it is installed again', async () => {
    const again = ['install', project.path('kit'), '--scope', 'user', '--force', '--yes'];
    expect((await project.person(again)).code).toBe(0);
    expect(permission(await dispatch('PreToolUse'))).toBeNull();
    expect((await dispatch('PostToolUse')).stderr).toBe('');
    expect(existsSync(project.path('noted'))).toBe(true);
  });

  it('is shown as changed', async () => {
    const { stdout } = await project.run(['list', '--json']);
    expect(stdout).toContain('"trust": "changed"');
    expect((await project.run(['doctor', '--json'])).stdout).toContain('is not what you installed');
  });
});

it('what a hook writes beside its scripts changes nothing', async () => {
  await install();
  project.write('home/.amplifier/hooks/kit/cache/state.json', '{}');
  expect(permission(await dispatch('PreToolUse'))).toBeNull();
  expect((await dispatch('PostToolUse')).stderr).toBe('');
});

it('a plugin that was made by hand stays the user’s own', async () => {
  project.write('home/.amplifier/hooks/mine/hooks.json', { hooks: { PreToolUse: hook('guard.sh') } });
  project.write('home/.amplifier/hooks/mine/guard.sh', '#!/bin/sh\necho no >&2; exit 2\n', 0o755);
  expect(permission(await dispatch('PreToolUse'))).toBe('deny');
  project.write('home/.amplifier/hooks/mine/guard.sh', '#!/bin/sh\nexit 0\n', 0o755);
  expect(permission(await dispatch('PreToolUse'))).toBeNull();
});

it('a swap in a running session is noticed before the start', async () => {
  await install();
  const sidecar = await project.serve();
  expect((await sidecar.answer(LS)).permission).toBeNull();
  project.write('home/.amplifier/hooks/kit/guard.sh', '#!/bin/sh\nexit 0 # swapped\n', 0o755);
  expect((await sidecar.answer(LS)).permission).toBe('deny');
});
