// Hosts that write out every member they know, with nothing in it: null is the same as left out.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { COMMON_FIELDS, eventRow } from '../../events/index.js';
import { isRecord } from '../../text/index.js';
import { readMessage } from './message.js';
import { HOST_REQUESTS, sessionConfig } from './protocol.js';
import { Desk } from './testing/desk.js';

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
  desk.project.hooks({
    PreToolUse: [`node -e 'process.stderr.write(require("fs").readFileSync(0)); process.exit(2)'`],
    PostToolUse: [
      `node -e 'const {tool_input, tool_response} = JSON.parse(require("fs").readFileSync(0)); console.log(JSON.stringify({decision: "block", reason: JSON.stringify({tool_input, tool_response})}))'`,
    ],
  });
});
afterEach(() => desk.remove());

const nothing = (names: readonly string[]): Record<string, null> =>
  Object.fromEntries(names.map((name) => [name, null]));

/** Opens a session with null in every place that may be left out. */
async function begin(format: string): Promise<void> {
  const optional = Object.entries(HOST_REQUESTS.initialize.params.fields).flatMap(([name, field]) =>
    'mayBeLeftOut' in field ? [name] : [],
  );
  const config = nothing(Object.keys(sessionConfig.fields));
  const host = { name: 'test', version: '1' };
  await desk.client.get('initialize', { ...nothing(optional), protocol: [1], host, format, config });
  await desk.client.get('session/open', {
    ...desk.about('s'),
    transcript: null,
    config: null,
    capabilities: null,
  });
}

const reasonIn = (answer: unknown): unknown => {
  const result = isRecord(answer) && isRecord(answer['result']) ? answer['result'] : {};
  return result['reason'] ?? JSON.parse(String(result['stdout'])).hookSpecificOutput.permissionDecisionReason;
};

it('in an event as Claude Code sends it, its guards run', async () => {
  await begin('claude');
  const row = eventRow('PreToolUse');
  const optional = Object.entries({ ...COMMON_FIELDS, ...row.fields }).flatMap(([name, { required }]) =>
    required ? [] : [name],
  );
  const input = {
    ...nothing(optional),
    hook_event_name: null,
    hookEventName: 'PreToolUse',
    tool_name: null,
    toolName: 'Bash',
    tool_input: {},
  };
  const seen = JSON.parse(String(reasonIn(await desk.client.get('event', { session: 's', input }))));
  expect(seen).toMatchObject({
    session_id: 's',
    cwd: desk.project.dir,
    transcript_path: '',
    tool_name: 'Bash',
  });
});

it('in an event of Amplifier, its guards run', async () => {
  await begin('amplifier');
  const data = { ...nothing(['tool_name', 'tool_input', 'tool_call_id', 'cwd', 'parent_id', 'session_id']) };
  const event = {
    session: 's',
    event: 'tool:pre',
    data: { ...data, name: 'bash', input: { command: 'ls' } },
  };
  const seen = JSON.parse(String(reasonIn(await desk.client.get('event', event))));
  expect(seen).toMatchObject({ session_id: 's', cwd: desk.project.dir, tool_input: { command: 'ls' } });
});

it('in the end of a tool call, what another field says counts', async () => {
  await begin('amplifier');
  const end = { tool_name: 'bash', tool_input: { command: 'ls' }, result: null, tool_result: 'done' };
  const answer = await desk.client.get('event', { session: 's', event: 'tool:post', data: end });
  expect(JSON.stringify(answer)).toContain('done');
});

it('beside the result of a question, an error that says nothing is none', () => {
  const line = (more: object): string => JSON.stringify({ jsonrpc: '2.0', id: 1, ...more });
  expect(readMessage(line({ result: { a: 1 }, error: null }))).toMatchObject({
    kind: 'result',
    result: { a: 1 },
  });
  expect(readMessage(line({ result: null, error: { code: 1, message: 'no' } }))).toMatchObject({
    kind: 'error',
  });
  expect(readMessage(line({ error: null }))).toMatchObject({ kind: 'error' });
});
