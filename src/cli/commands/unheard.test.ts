// What a hook printed and nobody heard is seen by whoever looks: with `run`, with `log`, and with `explain` for all of it.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

const fire = (event: string): string[] =>
  event.endsWith('ToolUse') ? ['run', event, '--tool', 'Bash'] : ['run', event];

it.each([
  ['PostToolUse', "echo '✓ Formatted'", '✓ Formatted'],
  ['SessionStart', `echo ready; echo '{"systemMessage":"hi"}'`, 'stands beside other text'],
  ['PreToolUse', `echo '{"decision":'; exit 2`, 'stderr says no reason'],
  ['WorktreeCreate', `echo '{"path":"/w"}'`, 'that is JSON'],
  ['UserPromptSubmit', `echo '{"newContent":"x"}'`, '"newContent" has no effect'],
  ['PreToolUse', `printf '{"decision":"block","reason":"no'`, 'a deny in an answer that does not end'],
  ['PreToolUse', `echo '{"decison":"block"}'`, '"decison" is not a field'],
])('%s: %s', async (event, command, says) => {
  stage.hooks({ [event]: [command] });
  const wide = { terminal: { columns: 400 } };
  expect((await stage.play(fire(event), wide)).stdout).toContain(says);
  expect((await stage.play(['log'], wide)).stdout).toContain(says);
});

it('a note is whole, and names a hook of a plugin as the line about its run does', async () => {
  const hooks = { PostToolUse: [{ hooks: [{ type: 'command', command: "echo '✓ Formatted'" }] }] };
  stage.write('project/.amplifier/hooks/tidy/hooks.json', { hooks });
  const { stdout } = await stage.play(fire('PostToolUse'));
  expect(stdout).toContain('✓ tidy');
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'note: PostToolUse hook of the plugin tidy: nobody is shown what it printed on PostToolUse: "✓ Formatted"',
  );
});

it('a bad output is shown and recorded as it was', async () => {
  stage.hooks({ PostToolUse: [`echo '{"decision": oops}'`] });
  expect((await stage.play(fire('PostToolUse'))).stdout).toContain('said: {"decision": oops}');
  const [entry = ''] = (await stage.play(['log', '--json'])).stdout.split('\n');
  expect(JSON.parse(entry).detail.told).toMatchObject([{ stdout: '{"decision": oops}\n' }]);
});

it('text at exit code 0 is named once a session', async () => {
  stage.hooks({ PostToolUse: ['echo "✓ Formatted $RANDOM"'] });
  const engine = stage.engine();
  const notes = async (session_id: string) => {
    const input = stage.input('PostToolUse', { session_id, tool_response: 'x' });
    return (await engine.dispatch(input)).diagnostics.map(({ code, severity }) => [code, severity]);
  };
  expect(await notes('a')).toEqual([['stdout-unheard', 'info']]);
  expect(await notes('a')).toEqual([]);
  expect(await notes('b')).toEqual([['stdout-unheard', 'info']]);
});
