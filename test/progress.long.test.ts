// What commands show while they work, at a real terminal, and that they show nothing of it to a pipe.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandProject } from '../src/cli/testing/command.js';
import { replaceFile } from '../src/files/index.js';
import { withExecutables } from '../src/testing/executables.js';
import { ended, WHY_NO_TERMINAL } from '../src/testing/index.js';

const { command } = withExecutables('command');

let project: CommandProject;
beforeEach(() => {
  project = new CommandProject(command);
  project.own();
});
afterEach(() => project.remove());

/** A command that waits until `release` is called. */
function gate(name: string): { readonly command: string; release(): Promise<void> } {
  const pipe = project.path(name);
  execFileSync('mkfifo', [pipe]);
  return { command: `cat "${pipe}"`, release: () => writeFile(pipe, '') };
}

const call = ['run', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"ls"}'];

const GUARD = '.amplifier/hooks/guard';

/** A plugin with a guard that denies nothing but waits where the command says so, and its tests. */
function guard(name: string, tests: readonly string[], waits = 'true'): string {
  const folder = `project/.amplifier/hooks/${name}`;
  project.write(`${folder}/hooks.json`, {
    hooks: {
      PreToolUse: [{ hooks: [{ type: 'command', command: `"\${CLAUDE_PLUGIN_ROOT}/guard.sh"` }] }],
    },
  });
  project.write(
    `${folder}/guard.sh`,
    `#!/bin/sh\ncase "$(cat)" in *wait*) ${waits};; *deny*) exit 2;; esac\n`,
    0o755,
  );
  const cases = tests.map((word) => ({
    title: `${name} ${word}`,
    event: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: word } },
    expect: { permission: null },
  }));
  return project.write(`${folder}/${name}.hooktest.json`, { cases });
}

describe(`at a terminal${WHY_NO_TERMINAL === null ? '' : ` (skipped: ${WHY_NO_TERMINAL})`}`, () => {
  const test = it.skipIf(WHY_NO_TERMINAL !== null);

  test('run names the hook that it waits for, and for how long, and takes that away', async () => {
    const waiting = gate('gate');
    project.hooks({ PreToolUse: [{ command: waiting.command, timeout: 600 }] });
    const terminal = project.atTerminal(call);
    await terminal.shows(/Running the PreToolUse hook at \.amplifier\/hooks\/hooks\.json:1 … 1 s/);
    await waiting.release();
    expect(await terminal.ended()).toBe(0);
    expect(terminal.lines.join('\n')).not.toContain('Running');
    expect(terminal.lines.join('\n')).toContain('no objection');
  });

  test('an interruption takes the line away too', async () => {
    project.hooks({ PreToolUse: [{ command: gate('gate').command, timeout: 600 }] });
    const terminal = project.atTerminal(call);
    await terminal.shows('Running the');
    terminal.type('\u0003');
    expect(await terminal.ended()).toBe(130);
    expect(terminal.lines.join('\n')).not.toContain('Running');
  });

  test('doctor --probe names the hook that it starts', async () => {
    project.hooks({ PreToolUse: ['true'] });
    const terminal = project.atTerminal(['doctor', '--probe', '--yes']);
    await terminal.ended();
    expect(terminal.written).toContain('Starting the PreToolUse hook at .amplifier/hooks/hooks.json:1');
    expect(terminal.lines.join('\n')).not.toContain('Starting the');
  });

  test('install and uninstall say what they do', async () => {
    guard('guard', []);
    const plugin = project.path('project', GUARD);
    const installing = project.atTerminal(['install', plugin, '--scope', 'user', '--yes']);
    expect(await installing.ended()).toBe(0);
    expect(installing.written).toContain('Copying …');
    expect(installing.lines.join('\n')).not.toContain('Copying');
    const removing = project.atTerminal(['uninstall', 'guard', '--scope', 'user']);
    expect(await removing.ended()).toBe(0);
    expect(removing.written).toContain('Removing guard …');
    expect(removing.lines.join('\n')).not.toContain('Removing');
  });

  test('test --watch clears the screen, names what changed, and runs what that concerns', async () => {
    guard('one', ['ls']);
    const other = guard('two', ['ls']);
    const terminal = project.atTerminal(['test', '--watch']);
    await terminal.shows('Waiting for a change');
    expect(terminal.lines.join('\n')).toContain('2 passed, 0 failed');
    expect(terminal.written).not.toContain('\u001b[2J');
    // In one step, so that it is one change.
    replaceFile(other, readFileSync(other, 'utf8').replace('"two ls"', '"two still"'));
    await terminal.shows(/\u001b\[2J[\s\S]*Waiting for a change/);
    const after = terminal.lines.join('\n');
    expect(after).toContain('Changed: .amplifier/hooks/two/two.hooktest.json');
    expect(after).toContain('1/1 ✓ two still');
    expect(after).not.toContain('one ls');
    terminal.type('\u0003');
    expect(await terminal.ended()).toBe(130);
  });
});

describe('elsewhere', () => {
  it('run shows nothing of it, however long a hook takes', async () => {
    project.hooks({ PreToolUse: ['sleep 0.6'] });
    expect(await project.run(call)).toMatchObject({ code: 0, stderr: '' });
  });

  it('test --watch sends no control sequence', async () => {
    const file = guard('guard', ['ls']);
    const child = project.start(['test', '--watch']);
    const end = ended(child);
    const waiting = (times: number): Promise<void> =>
      new Promise((resolve) => {
        let text = '';
        child.stderr.on('data', (chunk: string) => {
          text += chunk;
          if (text.split('Waiting for a change').length > times) resolve();
        });
      });
    await waiting(1);
    const again = waiting(1);
    replaceFile(file, `${readFileSync(file, 'utf8')}\n`);
    await again;
    child.kill('SIGINT');
    const { code, stdout, stderr } = await end;
    expect(code).toBe(130);
    expect(stdout).toContain(`Changed: ${GUARD}/guard.hooktest.json`);
    expect(stdout + stderr).not.toContain('\u001b');
  });
});

describe('test', () => {
  /** Settles when the command has printed something. */
  const printed = (child: ReturnType<CommandProject['start']>, words: string): Promise<void> =>
    new Promise((resolve) => {
      let text = '';
      child.stdout.on('data', (chunk: string) => {
        text += chunk;
        if (text.includes(words)) resolve();
      });
    });

  it('prints each result as soon as it is there', async () => {
    const waiting = gate('gate');
    guard('guard', ['ls', 'wait'], waiting.command);
    const child = project.start(['test']);
    const end = ended(child);
    await printed(child, '1/2 ✓ guard ls');
    await waiting.release();
    const { code, stdout } = await end;
    expect(code).toBe(0);
    expect(stdout).toMatch(/2\/2 ✓ guard wait +\d+ ms\n\n2 passed, 0 failed in \d+\.\d s\n$/);
  });

  it('keeps what it found when it is interrupted, and ends what runs', async () => {
    const mark = project.path('ended');
    // What the hook started is ended with it; the file would say otherwise.
    guard('guard', ['ls', 'wait', 'after'], `${gate('gate').command}; echo > "${mark}"`);
    const xml = project.path('results.xml');
    const child = project.start(['test', '--junit', xml]);
    const end = ended(child);
    await printed(child, '1/3 ✓ guard ls');
    child.kill('SIGINT');
    const { code, stdout } = await end;
    expect(code).toBe(130);
    expect(stdout).toMatch(/\d passed, 0 failed, \d not run \(interrupted\) in \d+\.\d s\n$/);
    expect(stdout).not.toContain('guard wait');
    expect(readFileSync(xml, 'utf8')).toContain('name="guard ls"');
    expect(existsSync(mark)).toBe(false);
  });

  it('keeps it for programs too', async () => {
    const started = gate('started');
    guard('guard', ['ls', 'wait'], `echo > "${project.path('started')}"; ${gate('gate').command}`);
    const child = project.start(['test', '--json']);
    const end = ended(child);
    execFileSync('sh', ['-c', started.command]);
    child.kill('SIGTERM');
    const { code, stdout } = await end;
    expect(code).toBe(143);
    const found = JSON.parse(stdout);
    expect(found).toMatchObject({ interrupted: true, failed: 0 });
    expect(found.passed + found.notRun).toBe(2);
  });
});
