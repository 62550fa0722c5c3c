// Numbers that JavaScript cannot hold exactly, through the sidecar: to hooks as the host wrote them, and back as hooks did.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Desk } from './testing/desk.js';

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(() => desk.remove());

/** What the hooks of this event read. */
const seen = (name: string): string => readFileSync(join(desk.project.dir, name), 'utf8');

/** Sends one event as text; the line that answers it. */
async function send(params: string): Promise<string> {
  const own = `event ${desk.client.said.length}`;
  desk.client.raw(`{"jsonrpc":"2.0","id":"${own}","method":"event","params":${params}}\n`);
  await desk.client.until(({ id }) => id === own);
  return desk.client.lines.at(-1) ?? '';
}

async function open(format: string, capabilities: object = {}): Promise<void> {
  const host = { name: 'test', version: '1' };
  await desk.client.get('initialize', { protocol: [1], host, format, capabilities });
  await desk.open('s');
}

it('in an event as Claude Code sends it', async () => {
  desk.project.hooks({ PreToolUse: ['cat > seen'] });
  await open('claude');
  const input =
    '"hook_event_name":"PreToolUse","tool_name":"x","tool_input":{"id":12345678901234567890,"n":1.0},"big":1e400';
  await send(`{"session":"s","input":{${input}}}`);
  expect(seen('seen')).toContain(`{${input},"cwd":`);
});

it('in events of Amplifier: before and after a call, and for its batch', async () => {
  desk.project.hooks({
    PreToolUse: ['cat > pre'],
    PostToolUse: ['cat > post'],
    PostToolBatch: ['cat > batch'],
  });
  await open('amplifier');
  const call = (more: string): string =>
    `"data":{"tool_call_id":"c","tool_name":"mine","tool_input":{"id":12345678901234567890}${more}}}`;
  await send(`{"session":"s","event":"tool:pre",${call('')}`);
  await send(
    `{"session":"s","event":"tool:post",${call(',"result":{"success":true,"output":98765432109876543210}')}`,
  );
  await send('{"session":"s","event":"provider:request","data":{}}');
  for (const name of ['pre', 'post', 'batch'])
    expect(seen(name)).toContain('"tool_input":{"id":12345678901234567890}');
  for (const name of ['post', 'batch']) expect(seen(name)).toContain('"tool_response":98765432109876543210');
});

it('a call that a hook rewrites has the numbers of the host where it left them, and its own', async () => {
  const answer =
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"id":12345678901234567891,"n":2.0}}}';
  desk.project.hooks({ PreToolUse: [`echo '${answer}'`] });
  await open('amplifier', { updated_input: true });
  const line = await send(
    '{"session":"s","event":"tool:pre","data":{"turn":12345678901234567890,"tool_name":"mine","tool_input":{"id":1}}}',
  );
  expect(line).toContain('"turn":12345678901234567890,');
  expect(line).toContain('"tool_input":{"id":12345678901234567891,"n":2.0}');
});
