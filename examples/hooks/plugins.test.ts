// What holds for every example plugin: its shape, its configuration, and that its README tells the truth.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createEngine } from 'amplifier-hooks';
import { describe, expect, it } from 'vitest';
import { play, Stage } from '../../src/cli/testing/play.js';
import { makeProject, makeProjectOfUser, needs, PLUGINS_DIR, PROGRAMS_DIR, type Tool } from './testing.js';

const PLUGINS = readdirSync(PLUGINS_DIR, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

/** What the commands under "Try it" need beyond a shell and Node. */
const TOOLS: Readonly<Record<string, readonly Tool[]>> = {
  formatter: ['prettier'],
  linter: ['python3', 'pylint'],
  protection: ['python3'],
};

const read = (...path: readonly string[]): string => readFileSync(join(PLUGINS_DIR, ...path), 'utf8');

/** The shell commands under "Try it" of a README, and what it says they print. */
function tryIt(plugin: string): { readonly commands: string; readonly prints: string } {
  const section = read(plugin, 'README.md')
    .split(/^## /m)
    .find((part) => part.startsWith('Try it\n'));
  const commands = section?.match(/```sh\n([\s\S]*?)```/)?.[1];
  const prints = section?.match(/```text\n([\s\S]*?)```/)?.[1];
  if (commands === undefined || prints === undefined) throw new Error(`${plugin}: "Try it" has no example`);
  return { commands, prints };
}

const installLine = (plugin: string): string =>
  /## Install\n\n```sh\n(.+)\n/.exec(read(plugin, 'README.md'))?.[1] ?? '';

it('there are eight', () => {
  expect(PLUGINS.sort()).toEqual([
    'bash-validator',
    'command-log',
    'format-validator',
    'formatter',
    'linter',
    'policy-server',
    'production-guard',
    'protection',
  ]);
});

/** Plugins whose hook is no command. */
const WITHOUT_SCRIPT = ['policy-server', 'production-guard'];

describe.each(PLUGINS)('%s', (plugin) => {
  it('is read by the engine without a word', () => {
    // A hook that sends a variable is the user's own: what lies in a project is given none.
    const project = plugin === 'policy-server' ? makeProjectOfUser(plugin) : makeProject(plugin);
    const engine = createEngine({ projectDir: project, home: join(project, 'home'), trust: 'off' });
    expect(engine.generation.diagnostics).toEqual([]);
    expect(engine.generation.quarantined).toEqual([]);
    expect(engine.generation.hooks).toHaveLength(1);
    expect(engine.generation.hooks[0]?.timeoutMs).toBeGreaterThan(0);
    return engine.close();
  });

  it.skipIf(WITHOUT_SCRIPT.includes(plugin))(
    'runs one quoted script of its own folder, which can be executed',
    () => {
      const command = /"command": "\\"\$\{CLAUDE_PLUGIN_ROOT\}\/([\w.-]+)\\""/.exec(
        read(plugin, 'hooks.json'),
      );
      const script = command?.[1] ?? '';
      accessSync(join(PLUGINS_DIR, plugin, script), constants.X_OK);
      expect(read(plugin, script)).toMatch(/^#!\/(bin\/sh|usr\/bin\/env python3)\n/);
    },
  );

  it('never evaluates text as a program', () => {
    for (const file of readdirSync(join(PLUGINS_DIR, plugin))) {
      if (/\.(sh|py|mjs)$/.test(file)) {
        expect(read(plugin, file)).not.toMatch(
          /\beval\b|\bexec\(\s*(?:f?["'`]|compile)|shell=True|new Function/,
        );
      }
    }
  });

  it('has a README that says how to install, try and customise it, and what it needs', () => {
    const readme = read(plugin, 'README.md');
    expect(readme.startsWith(`# ${plugin}\n`)).toBe(true);
    expect([...readme.matchAll(/^## (.+)$/gm)].map((match) => match[1])).toEqual([
      'Install',
      'Try it',
      'Customise',
      'Needs',
    ]);
    expect(installLine(plugin)).toBe(
      `amplifier-hooks install example:${plugin}${plugin === 'policy-server' ? ' --scope user' : ''}`,
    );
  });

  it('is installed by the line of its README, also under another name', async () => {
    const stage = new Stage();
    try {
      const words = installLine(plugin).split(' ').slice(1);
      const { code, stdout } = await stage.play([...words, '--yes']);
      expect([code, stdout]).toEqual([0, expect.stringContaining(`${plugin}: installed in `)]);
      await stage.play([...words, '--yes', '--name', 'another']);
      const { stdout: found } = await stage.play(['validate', '--json']);
      const { hooks, findings } = JSON.parse(found);
      expect([hooks, findings]).toEqual([2, []]);
    } finally {
      await stage.remove();
    }
  });

  // What calls amplifier-hooks itself is tried below.
  if (tryIt(plugin).commands.includes('amplifier-hooks test')) return;

  needs(...(TOOLS[plugin] ?? []))('Try it', () => {
    it('prints what the README says', () => {
      const project = makeProject(plugin);
      mkdirSync(join(project, 'node_modules'));
      symlinkSync(PROGRAMS_DIR, join(project, 'node_modules', '.bin'));
      const { commands, prints } = tryIt(plugin);
      const ended = spawnSync('sh', ['-c', `exec 2>&1\n${commands}`], {
        cwd: project,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: project },
      });
      expect(ended.stdout).toBe(prints);
    });
  });
});

it('production-guard: Try it prints what the README says', async () => {
  const project = makeProject('production-guard');
  const { commands, prints } = tryIt('production-guard');
  const [line = '', folder = ''] = /^amplifier-hooks test (\S+) \| tail -n 1\n$/.exec(commands) ?? [];
  expect(line).toBe(commands);
  const { stdout } = await play(['test', folder], { cwd: project });
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(prints.trimEnd().replace(/\d+\.\d s$/, '<s>'));
});
