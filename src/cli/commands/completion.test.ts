// `completion`, and what the scripts ask.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EVENT_NAMES } from '../../events/index.js';
import { COMMANDS } from '../program.js';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
  stage.hooks({ Stop: ['a'] });
  stage.write('home/.amplifier/hooks/linter/hooks.json', {
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'a long\ncommand' }] }] },
  });
});
afterEach(() => stage.remove());

const A = 'd11ef1a807';

async function candidates(...words: readonly string[]): Promise<string[]> {
  const { stdout, code } = await stage.play(['__complete', ...words]);
  expect(code).toBe(0);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t')[0] ?? '');
}

describe('at the cursor can stand', () => {
  it('a command', async () => {
    expect(await candidates('')).toEqual([...COMMANDS.map(({ name }) => name), 'help']);
    expect(await candidates('en')).toEqual(['enable']);
    expect(await candidates('nonsense', '')).toEqual([]);
  });

  it('an option', async () => {
    expect(await candidates('list', '--st')).toEqual(['--state']);
    expect(await candidates('list', '--h')).toEqual(['--hosts', '--home', '--help']);
  });

  it('a value of an option', async () => {
    expect(await candidates('list', '--state', 'q')).toEqual(['quarantined']);
    expect(await candidates('list', '--event', 'Pre')).toEqual(
      EVENT_NAMES.filter((name) => name.startsWith('Pre')),
    );
    expect(await candidates('list', '--owner', '')).toEqual(['linter']);
    expect(await candidates('run', 'PreToolUse', '--tool', 'Web')).toEqual(['WebFetch', 'WebSearch']);
    expect(await candidates('run', 'PreToolUse', '--prompt', '')).toEqual([]);
  });

  it('an event', async () => {
    expect(await candidates('run', 'Sto')).toEqual(['Stop', 'StopFailure']);
    expect(await candidates('explain', '--env', 'Stop')).toEqual(['Stop', 'StopFailure']);
  });

  it('a hook or plugin, of the project that is meant', async () => {
    expect(await candidates('disable', '')).toEqual([A, expect.stringMatching(/^[0-9a-f]{10}$/), 'linter']);
    expect(await candidates('disable', 'l')).toEqual(['linter']);
    expect(await candidates('enable', '--project', stage.home, '--home', stage.home, A.slice(0, 3))).toEqual(
      [],
    );
  });

  it('a tool that only a matcher names', async () => {
    stage.write('home/.amplifier/hooks/mail/hooks.json', {
      hooks: { PreToolUse: [{ matcher: 'send_mail|x.*', hooks: [{ type: 'command', command: 'a' }] }] },
    });
    expect(await candidates('run', 'PreToolUse', '--tool', 's')).toEqual(['send_mail']);
    expect(await candidates('run', 'PreToolUse', '--tool', 'x')).toEqual([]);
  });

  it('a plugin to update or uninstall, and no file where there is none', async () => {
    expect(await candidates('uninstall', '')).toEqual([]);
    stage.write('kit/hooks/hooks.json', { hooks: {} });
    expect((await stage.play(['install', stage.path('kit'), '--yes'])).code).toBe(0);
    expect(await candidates('uninstall', '')).toEqual(['kit']);
    expect(await candidates('update', 'kit', '')).toEqual(['kit']);
  });

  it('what to do with a marketplace, and its name', async () => {
    expect(await candidates('marketplace', '')).toEqual(['add', 'list', 'update', 'remove']);
    expect(await candidates('marketplace', 'remove', '')).toEqual([]);
    stage.write('market/.claude-plugin/marketplace.json', {
      name: 'team',
      owner: { name: 'A' },
      plugins: [],
    });
    expect((await stage.play(['marketplace', 'add', stage.path('market')])).code).toBe(0);
    expect(await candidates('marketplace', 'update', '')).toEqual(['team']);
    expect(await candidates('marketplace', 'remove', 't')).toEqual(['team']);
    expect(await candidates('marketplace', 'remove', 'team', '')).toEqual([]);
  });

  it('a command that help is wanted for', async () => {
    expect(await candidates('help', 'com')).toEqual(['completion']);
  });

  it.each([
    ['list', '--project', ''],
    ['init', '--dir', ''],
    ['amplihack', 'install', '--settings', ''],
    ['validate', ''],
    ['validate', 'a', ''],
    ['install', './'],
    ['marketplace', 'add', ''],
  ])('a file or folder, which the shell offers: %s %s %s', async (...words) => {
    expect(await stage.play(['__complete', ...words])).toEqual({ code: 1, stdout: '', stderr: '' });
  });

  it('a shell, a schema', async () => {
    expect(await candidates('completion', 'z')).toEqual(['zsh']);
    expect(await candidates('schema', 'h')).toEqual(['hooks', 'hook-test']);
  });

  it('with what it is, on one line', async () => {
    const { stdout } = await stage.play(['__complete', 'disable', '']);
    expect(stdout).toContain('\tPreToolUse Bash a long command\n');
  });
});

describe('a script', () => {
  it.each(['bash', 'zsh', 'fish'])('for %s', async (shell) => {
    const { code, stdout, stderr } = await stage.play(['completion', shell]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('__complete');
  });

  it('completes in a real bash', async () => {
    const { stdout: script } = await stage.play(['completion', 'bash']);
    const answers = (await stage.play(['__complete', 'disable', ''])).stdout;
    // Stands for the command; it notes what it is asked.
    stage.write(
      'bin/amplifier-hooks',
      `#!/bin/sh\nprintf '%s|' "$@" > "$ASKED"\ncat <<'EOF'\n${answers}EOF\n`,
      0o755,
    );
    const use = `compopt() { echo "compopt $*"; }
${script}
COMP_WORDS=(amplifier-hooks disable '' --scope); COMP_CWORD=2
_amplifier_hooks
printf '%s\\n' "\${COMPREPLY[@]}"
complete -p amplifier-hooks`;
    const env = { PATH: `${stage.root}/bin:${process.env['PATH']}`, ASKED: `${stage.root}/asked` };
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', use], { env });
    expect(stdout.split('\n').slice(0, 5)).toEqual([
      'compopt +o default',
      A,
      expect.stringMatching(/^[0-9a-f]{10}$/),
      'linter',
      'complete -o default -F _amplifier_hooks amplifier-hooks',
    ]);
    const { readFileSync } = await import('node:fs');
    expect(readFileSync(env.ASKED, 'utf8')).toBe('__complete|disable||');
  });

  it('is refused for an unknown shell', async () => {
    expect(await stage.play(['completion', 'tcsh'])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "amplifier-hooks: "tcsh" is not a valid <shell>: it is one of bash, zsh, fish
      See amplifier-hooks completion --help.
      ",
        "stdout": "",
      }
    `);
    expect(await stage.play(['completion'])).toMatchObject({ code: 1, stdout: '' });
  });
});
