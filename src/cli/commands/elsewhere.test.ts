// Who has no hooks here, and some in another tool, is told how to take them over.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

const settings = (...commands: readonly string[]) => ({
  hooks: {
    PreToolUse: [{ matcher: 'Bash', hooks: commands.map((command) => ({ type: 'command', command })) }],
  },
});

const fill = (): void => {
  stage.write('project/.claude/settings.json', settings('a', 'b'));
  stage.write('project/.claude/settings.local.json', settings('c'));
  stage.write('home/.claude/settings.json', settings('d'));
  stage.write('home/.claude/plugins/installed_plugins.json', {
    version: 2,
    plugins: { 'hookify@official': [{ scope: 'user', installPath: stage.path('cache', 'hookify') }] },
  });
  stage.write('home/.claude/plugins/known_marketplaces.json', {
    official: { source: { source: 'github', repo: 'somebody/plugins' } },
  });
  stage.write('home/.gemini/settings.json', {
    hooks: { BeforeTool: [{ matcher: 'run_shell_command', hooks: [{ type: 'command', command: 'e' }] }] },
  });
};

it('list says what there is, and the commands', async () => {
  fill();
  expect((await stage.play(['list'])).stdout).toMatchInlineSnapshot(`
    "No hooks are configured for <root>/project
    \`amplifier-hooks config\` shows where they are looked for; \`amplifier-hooks init\` makes one.

    Other tools have hooks that are not read here. Take them over:
      Claude Code has 2 hooks in .claude/settings.json and 1 hook in
        .claude/settings.local.json
          amplifier-hooks migrate --from claude
      Claude Code has 1 hook in ~/.claude/settings.json
          amplifier-hooks migrate --from claude --scope user
      Claude Code has plugin hookify@official
          amplifier-hooks marketplace add somebody/plugins
          amplifier-hooks install hookify@official --scope user
      Gemini CLI has 1 hook in ~/.gemini/settings.json
          amplifier-hooks migrate --from gemini --scope user

    The option --claude-settings reads settings of Claude Code where they are.
    "
  `);
  const { elsewhere } = JSON.parse((await stage.play(['list', '--json'])).stdout);
  expect(elsewhere.flatMap(({ commands }: { commands: string[] }) => commands)).toContain(
    'amplifier-hooks migrate --from claude --scope user',
  );
});

it('each command does what it says, with the folders that were named', async () => {
  fill();
  const places = ['--project', stage.dir, '--home', stage.home];
  const { elsewhere } = JSON.parse((await stage.play(['list', '--json', ...places])).stdout);
  const moves = elsewhere
    .flatMap(({ commands }: { commands: string[] }) => commands)
    .filter((command: string) => command.startsWith('amplifier-hooks migrate'));
  expect(moves).toHaveLength(3);
  const cwd = stage.makeFolder('elsewhere');
  for (const command of moves) {
    const argv = command.replaceAll('<root>', stage.root).split(' ').slice(1);
    const { code, stdout } = await stage.play([...argv, '--yes'], { cwd });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^[1-3] hooks?: /m)]);
  }
  const { stdout } = await stage.play(['list', ...places]);
  expect(stdout).toContain('5 hooks');
  expect(stdout).not.toContain('Other tools');
});

it('doctor says so', async () => {
  fill();
  const { findings } = JSON.parse((await stage.play(['doctor', '--json'])).stdout);
  const said = findings.filter(({ message }: { message: string }) => message.includes('not read here'));
  expect(said.map(({ area, state, fix }: Record<string, string>) => [area, state, fix])).toEqual([
    ['sources', 'warn', 'Take them over: amplifier-hooks migrate --from claude'],
    ['sources', 'warn', 'Take them over: amplifier-hooks migrate --from claude --scope user'],
    ['sources', 'warn', expect.stringContaining('amplifier-hooks install hookify@official')],
    ['sources', 'warn', 'Take them over: amplifier-hooks migrate --from gemini --scope user'],
  ]);
});

it('migrate that finds none in one scope names the other', async () => {
  stage.write('home/.claude/settings.json', settings('d'));
  const { stdout } = await stage.play(['migrate', '--from', 'claude']);
  expect(stdout).toContain('No hooks were found.');
  expect(stdout).toContain('Claude Code has 1 hook in ~/.claude/settings.json');
  expect(stdout).toContain('      amplifier-hooks migrate --from claude --scope user\n');
});

it('nothing is said where there are hooks here', async () => {
  fill();
  stage.hooks({ Stop: ['true'] });
  expect((await stage.play(['list'])).stdout).not.toContain('Other tools');
  expect((await stage.play(['doctor'])).stdout).not.toContain('not read here');
});
