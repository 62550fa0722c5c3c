// An event that breaks off, or is none at all, passes no guard: hosts take most exit codes for an assent.
import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { ended } from '../../src/testing/index.js';
import { type Opened, withOpened } from './testing/command.js';

let project: Opened;
withOpened((opened) => {
  project = opened;
});

const guard = (...events: readonly string[]): void => {
  const all = [{ hooks: [{ type: 'command', command: 'exit 0' }] }];
  project.write('home/.amplifier/hooks/hooks.json', {
    hooks: Object.fromEntries(events.map((event) => [event, all])),
  });
};

const dispatch = (text: string | Buffer, ...words: readonly string[]) =>
  project.run(['dispatch', ...words], text);

const BROKEN: readonly (readonly [string, string | Buffer])[] = [
  ['cut off after its name', '{"hook_event_name":"PreToolUse"'],
  ['cut off in its name', '{"session_id":"s","hook_event_name":"PreToo'],
  ['cut off before its name', '{"session_id":"s","tool_input":{"command":"rm -rf /"},'],
  [
    'cut off in the call',
    '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm -r',
  ],
  ['in the spelling of Gemini CLI', '{"hook_event_name":"BeforeTool","tool_name":'],
  ['in the spelling of Copilot', '{"hookEventName":"preToolUse","toolName":'],
  ['with an escaped name', '{"hook_event_name":"Pre\\u0054oolUse","tool_name":'],
  ['with another event inside of the call', '{"tool_input":{"hook_event_name":"Stop"},"hook_event_n'],
  ['with a comma too many', '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{},}'],
  ['two in one', '{"hook_event_name":"Stop"}{"hook_event_name":"PreToolUse"}'],
  ['empty', ''],
  ['of white space', ' \n'],
  ['of bytes that are no text', Buffer.from([0, 255, 254, 1, 2, 3])],
  ['a list', '[{"hook_event_name":"PreToolUse"}]'],
  ['without a name', '{"toolName":"bash","toolArgs":"{}"}'],
  ['in the form of Amplifier', '{"event":"tool:pre","data":{"tool_name":"bash"'],
];

describe.each(BROKEN)('an event %s', (_title, text) => {
  it('is denied where a guard waits for calls', async () => {
    guard('PreToolUse');
    const { code, stdout, stderr } = await dispatch(text);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: expect.stringContaining('could not be asked'),
        },
      },
    ]);
    expect(stderr).not.toBe('');
  });

  it('is denied in the form of Amplifier', async () => {
    guard('PreToolUse');
    const { code, stdout } = await dispatch(text, '--host', 'amplifier');
    expect([code, JSON.parse(stdout).action]).toEqual([0, 'deny']);
  });

  it('is refused as ever where no hook says what is permitted', async () => {
    guard('Stop');
    expect(await dispatch(text)).toMatchObject({ code: 1, stdout: '' });
  });
});

it('what names no event is answered as the one that a guard waits for', async () => {
  guard('PermissionRequest');
  const { stdout } = await dispatch('');
  expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({ decision: { behavior: 'deny' } });
});

it('an input that cannot be read at all is denied', async () => {
  guard('PreToolUse');
  const script = 'exec "$0" "$1" dispatch < .';
  const { code, stdout } = await ended(
    spawn('sh', ['-c', script, process.execPath, project.command], { cwd: project.dir, env: project.env }),
  );
  expect([code, JSON.parse(stdout).hookSpecificOutput.permissionDecision]).toEqual([0, 'deny']);
});

it.each([
  '{"hook_event_name":"Stop"',
  '{"session_id":"a \\"b\\"","n":1,"x":null,"hook_event_name":"PostToolUse","tool_input":{',
])('what says first that it is another event blocks nothing: %s', async (text) => {
  guard('PreToolUse', 'Stop', 'PostToolUse');
  expect(await dispatch(text)).toMatchObject({ code: 1, stdout: '' });
});

it.each(['amplifier', 'claude'])(
  'the sidecar answers a broken line with an error, format %s',
  async (format) => {
    const { client } = await project.serve({ format });
    client.raw('{"jsonrpc":"2.0","id":77,"method":"event","params":{"session":"s","event":"tool:pre"\n');
    client.raw('{"hook_event_name":"PreToolUse"\n');
    expect(await client.until(({ id }) => id === null)).toMatchObject({ error: { code: -32700 } });
    // Under its id, so that whoever asked does not wait for an answer that never comes.
    expect(client.heard.find(({ id }) => id === 77)).toEqual({
      jsonrpc: '2.0',
      id: 77,
      error: { code: -32700, message: expect.stringContaining('not JSON') },
    });
  },
);
