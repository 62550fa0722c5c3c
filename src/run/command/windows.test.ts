// What is started for a hook on Windows, with the shells handed in: nothing of this has been run there.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Shells } from '../../machine/index.js';
import { type ProfileName, profile } from '../../profiles.js';
import { commandHook } from '../../testing/index.js';
import { planLaunch } from './launch.js';
import { ShellFinder } from './shells.js';
import { spawnFailure } from './spawn-failure.js';

const BASH = 'C:\\Program Files\\Git\\bin\\bash.exe';
const PWSH = 'C:\\Program Files\\PowerShell\\7\\pwsh.exe';
const WITH_GIT: Shells = { bash: BASH, sh: null, powershell: PWSH, last: 'powershell' };
const WITHOUT_GIT: Shells = { ...WITH_GIT, bash: null };

function launch(shells: Shells, command: string, shell: 'bash' | 'powershell' | null, name: ProfileName) {
  const hook = commandHook(command, { shell });
  if (hook.handler.type !== 'command') throw new Error('not a command');
  return planLaunch(hook, hook.handler, {}, profile(name), new ShellFinder(shells));
}

describe.each<ProfileName>(['amplifier', 'claude-code'])('in the profile %s', (name) => {
  it('Git Bash runs a command that asks for no shell, or for bash', () => {
    for (const shell of [null, 'bash'] as const)
      expect(launch(WITH_GIT, 'x "$A"', shell, name)).toMatchObject({
        form: 'bash',
        file: BASH,
        args: ['-c', 'x "$A"'],
      });
  });

  it('PowerShell runs one that asks for it, and where there is no Git Bash one that asks for nothing', () => {
    const args = ['-NoProfile', '-NonInteractive', '-Command', 'exit 2'];
    const started = { form: 'powershell', file: PWSH, args };
    expect(launch(WITH_GIT, 'exit 2', 'powershell', name)).toMatchObject(started);
    expect(launch(WITHOUT_GIT, 'exit 2', null, name)).toMatchObject(started);
  });

  it('a command for bash is not given to another shell', () => {
    expect(launch(WITHOUT_GIT, 'x', 'bash', name)).toMatchObject({
      kind: 'launchFailed',
      problem: 'no-shell',
    });
    const none = { ...WITHOUT_GIT, powershell: null };
    expect(launch(none, 'x', null, name)).toMatchObject({ kind: 'launchFailed', problem: 'no-shell' });
  });
});

it('what is filled in is a variable of the environment in PowerShell, and nothing else is touched', () => {
  const command = `& "\${CLAUDE_PROJECT_DIR}/a.ps1" \${AMPLIFIER_SESSION_ID} \${HOME} $CLAUDE_PROJECT_DIR`;
  expect(launch(WITHOUT_GIT, command, null, 'amplifier')).toMatchObject({
    args: expect.arrayContaining([
      `& "\${env:CLAUDE_PROJECT_DIR}/a.ps1" \${env:AMPLIFIER_SESSION_ID} \${HOME} $CLAUDE_PROJECT_DIR`,
    ]),
  });
});

describe('a file for the command interpreter', () => {
  const root = mkdtempSync(join(tmpdir(), 'run-windows-'));
  afterAll(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'tool.cmd'), '@echo off\r\n');
  const started = { form: 'exec', file: 'tool.cmd', args: ['a'], written: 'tool.cmd a' } as const;
  const failure = (code: string) =>
    spawnFailure(Object.assign(new Error(`spawn ${code}`), { code }), started, root, { PATH: root });

  it.each(['EINVAL', 'ENOENT'])(
    'is not started without a shell, and the message says what to do: %s',
    (code) => {
      const file = join(root, 'tool.cmd');
      expect(failure(code)).toMatchObject({
        problem: 'not-executable',
        path: file,
        message: `${file} can be started by a shell only; name the program or script that it starts, or leave out "args"`,
      });
    },
  );

  it('is like any other elsewhere', () => {
    expect(failure('EACCES').message).toContain('chmod +x');
  });
});
