// What `init` makes, used as it says.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

it.each([
  ['in the hooks directory', []],
  ['elsewhere', ['--dir', 'my hooks']],
  ['for another event', ['--event', 'Stop', '--lang', 'python']],
])('its next steps work as printed and have nothing to note: %s', async (_title, more) => {
  const { stdout } = await stage.play(['init', 'guard', ...more], {
    stdin: { text: '', terminal: true },
    strange: true,
  });
  const [, steps = ''] = stdout.split('Next:\n');
  const [test = '', validate = '', run = ''] = steps.trim().split('\n  ');
  const words = (line: string): string[] =>
    (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'(.*)'$/s, '$1')).slice(1);
  expect(await stage.play(words(test), { strange: true })).toMatchObject({ code: 0, stderr: '' });
  const validated = await stage.play(words(validate), { strange: true });
  expect(validated.stdout).toBe('1 hook in 1 file: nothing to say\n');
  expect(validated).toMatchObject({ code: 0, stderr: '' });
  const [, text = '', command = ''] = /^echo '(.*)' \| (amplifier-hooks .*)$/.exec(run) ?? [];
  const ran = await stage.play(words(command), { strange: true, stdin: { text } });
  expect(ran.stderr).toBe('');
  expect(ran.stdout).toMatch(/✗ guard/);
  expect(ran.stdout).not.toContain('note');
});

it.each(['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'])(
  'the contract knows its tests: %s',
  async (event) => {
    for (const lang of ['sh', 'python', 'node'])
      await stage.play(['init', `guard-${lang}`, '--event', event, '--lang', lang]);
    for (const lang of ['sh', 'python', 'node']) {
      const folder = `.amplifier/hooks/guard-${lang}`;
      const { stdout } = await stage.play(['validate', '--contract', '--json', folder]);
      const { rows } = JSON.parse(stdout).contract[0];
      const unmet = rows.filter(
        ({ result }: { result: string }) => !['met', 'not-applicable'].includes(result),
      );
      expect(unmet.map(({ section }: { section: string }) => section)).toEqual(['H4.1', 'H5.4.4']);
    }
  },
);
