// `config`.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

it('shows the sources in order, with what became of them', async () => {
  stage.hooks({ Stop: ['a', 'b'] });
  stage.write('home/.amplifier/hooks/hooks.json', '{ broken');
  stage.write('home/.claude/settings.json', { env: { A: '1' }, disableAllHooks: true, hooks: {} });
  stage.write('home/.amplifier/hooks-state.json', '[]');
  stage.makeFolder('project/kit');
  expect(await stage.play(['config', '--claude-settings', '--plugin', 'kit'])).toMatchSnapshot();
});

it('shows an empty project', async () => {
  expect(await stage.play(['config'])).toMatchSnapshot();
});

it('marks what another profile does differently', async () => {
  const { stdout } = await stage.play(['config', '--profile', 'claude-code']);
  expect(stdout).toContain('  * Shell of a command without `args`: sh\n');
  expect(stdout).toContain('differs from the profile amplifier');
  expect(stdout).toContain('defaultTimeoutMs   by event');
});

it('has an object for programs', async () => {
  stage.hooks({ Stop: ['a'] });
  const { stdout, code } = await stage.play(['config', '--json']);
  const { profileRows, ...rest } = JSON.parse(stdout);
  expect([code, rest]).toMatchSnapshot();
  expect(profileRows[0]).toEqual({
    topic: 'Shell of a command without `args`',
    value: 'bash-or-sh',
    differs: false,
  });
});

it('refuses an unknown profile', async () => {
  expect(await stage.play(['config', '--profile', 'codex'])).toMatchInlineSnapshot(`
    {
      "code": 1,
      "stderr": "amplifier-hooks: "codex" is not a valid --profile: it is one of amplifier, claude-code
    See amplifier-hooks config --help.
    ",
      "stdout": "",
    }
  `);
});
