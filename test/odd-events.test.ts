// Events as hosts really send them, on every way in.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Stage } from '../src/cli/testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
  stage.hooks({ PreToolUse: ['cat >&2; exit 2'] });
});
afterEach(() => stage.remove());

const NULLS = { session_id: null, transcript_path: null, cwd: null, agent_id: null, effort: null };
const CALL = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };

it.each([['dispatch'], ['run', '--json']])(
  'numbers reach hooks as the host wrote them: %s',
  async (...argv) => {
    const text =
      '{"big":12345678901234567890,"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"n":1.0}}';
    const { stdout } = await stage.play(argv, { stdin: { text: `\uFEFF${text}` } });
    expect(stdout.replaceAll('\\', '')).toContain(
      '{"big":12345678901234567890,"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"n":1.0},"session_id"',
    );
  },
);

it('numbers of Amplifier’s own form reach hooks as the host wrote them, whatever their fields are called there', async () => {
  const text =
    '{"event":"tool:pre","data":{"turn":12345678901234567890,"name":"bash","input":{"command":"ls","timeout":2.50,"id":1e400,"deep":[1.0]}}}';
  const { stdout } = await stage.play(['dispatch', '--host', 'amplifier'], { stdin: { text } });
  const seen = stdout.replaceAll('\\', '');
  expect(seen).toContain('"turn":12345678901234567890,');
  // What Bash takes is milliseconds: another number.
  expect(seen).toContain('"tool_input":{"command":"ls","timeout":2500,"id":1e400,"deep":[1.0]}');
});

it.each([
  ['dispatch', ['dispatch'], { ...CALL, ...NULLS }],
  ['run', ['run', '--as', 'claude'], { ...CALL, ...NULLS }],
  [
    'Amplifier’s own form',
    ['dispatch', '--host', 'amplifier'],
    {
      event: 'tool:pre',
      data: { ...NULLS, tool_name: 'bash', tool_input: { command: 'ls' }, parent_id: null },
    },
  ],
])('null is left out: %s', async (_title, argv, event) => {
  const { stdout: printed, code } = await stage.play(argv, { stdin: { text: JSON.stringify(event) } });
  expect(code).toBe(0);
  // It stands in a text, or in a text in a text.
  const stdout = printed.replaceAll('\\', '');
  expect(stdout).toContain('"command":"ls"');
  for (const name of Object.keys(NULLS)) expect(stdout).not.toContain(`"${name}":null`);
  for (const name of ['session_id', 'transcript_path', 'cwd']) expect(stdout).toContain(`"${name}":"`);
});
