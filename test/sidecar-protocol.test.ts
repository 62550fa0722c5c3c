// The protocol as it is documented: the page's conversation is held, and every message fits the schema.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CODES } from '../src/hosts/sidecar/rpc-error.js';
import { Desk } from '../src/hosts/sidecar/testing/desk.js';
import { sidecarSchema } from '../src/schema/sidecar.js';
import { VERSION } from '../src/version.js';

const page = readFileSync(fileURLToPath(new URL('../docs/sidecar.md', import.meta.url)), 'utf8');
const ajv = new Ajv({ allowUnionTypes: true, strictTypes: false, strictRequired: false });
const schema = sidecarSchema();
if (typeof schema === 'object') ajv.addSchema(schema, 'sidecar');
const misfits = (side: 'fromHost' | 'fromSidecar', messages: readonly unknown[]): readonly unknown[] => {
  const fits = ajv.compile({ $ref: `sidecar#/definitions/${side}` });
  return messages.filter((message) => !fits(message));
};

let desk: Desk;
beforeEach(() => {
  desk = new Desk({ version: VERSION, node: 'v22.11.0' });
});
afterEach(() => desk.remove());

describe('docs/sidecar.md', () => {
  const conversation = /```text\n([\s\S]*?)```/.exec(page)?.[1]?.trim().split('\n') ?? [];

  it('shows a conversation that takes place like that', async () => {
    desk.project.hooks({ PreToolUse: ['printf "not here" >&2; exit 2'] });
    const here = (line: string): string => line.slice(2).replaceAll('/project', desk.project.dir);
    for (const [index, line] of conversation.entries()) {
      if (line.startsWith('>')) desk.client.raw(`${here(line)}\n`);
      else {
        const expected = JSON.parse(here(line));
        expect(await desk.client.until(({ id }) => id === expected.id)).toEqual(expected);
        expect(desk.client.heard).toHaveLength((index + 1) / 2);
      }
    }
    await desk.server.ended;
    expect(conversation.length).toBeGreaterThan(10);
  });

  it('names every error code', () => {
    const documented = [...page.matchAll(/^\| (-\d+) \|/gm)].map(([, code]) => Number(code));
    expect(documented.toSorted()).toEqual(Object.values(CODES).toSorted());
  });

  it('shows messages that fit the schema', () => {
    const shown = [...page.matchAll(/```json\n([\s\S]*?)```/g)]
      .flatMap(([, block = '']) => block.split(/\n(?=\{)/))
      .filter((text) => !text.includes(', …}'))
      .map((text): unknown => JSON.parse(text));
    const either = [misfits('fromHost', shown), misfits('fromSidecar', shown)];
    expect(shown.filter((message) => either.every((list) => list.includes(message)))).toEqual([]);
    expect(shown.length).toBeGreaterThan(14);
  });
});

describe('schemas/sidecar.schema.json', () => {
  it('takes what both sides really say', async () => {
    const { client } = desk;
    client.answers['show'] = () => ({});
    client.answers['steer'] = () => ({ accepted: true, why: null });
    desk.project.hooks({
      PreToolUse: ['echo no >&2; exit 2'],
      PostToolUse: [
        `echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"more"}}'`,
      ],
      UserPromptSubmit: [`echo '{"systemMessage":"hello"}'`],
      SessionStart: ['echo "export A=1" >> "$CLAUDE_ENV_FILE"; echo context'],
      Stop: ['echo go on >&2; exit 2'],
      Stopp: ['x'],
    });
    const capabilities = { show: true, steer: true, injection_limit: 1000 };
    await client.initialize({ config: { profile: null, plugins: [] }, capabilities });
    await desk.open('s');
    const call = { tool_name: 'bash', tool_input: { command: 'ls' }, tool_call_id: 't' };
    const events: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ['session:start', {}],
      ['prompt:submit', { prompt: 'hi' }],
      ['tool:pre', call],
      ['tool:post', { ...call, result: { success: true, output: 'x' } }],
      ['content_block:end', { block: { type: 'text', text: 'done' } }],
      ['orchestrator:complete', { orchestrator: 'x', turn_count: 1, status: 'success' }],
    ];
    for (const [event, data] of events) await client.get('event', { session: 's', event, data });
    desk.project.hooks({});
    await client.untilNotified('interest');
    await client.code('event', { session: 'unknown', event: 'tool:pre', data: {} });
    client.send({ method: 'cancel', params: { id: 1 } });
    await client.get('session/close', { session: 's' });
    await client.get('shutdown');
    expect(misfits('fromSidecar', client.heard)).toEqual([]);
    const said = client.said.map((line): unknown => JSON.parse(line));
    expect(misfits('fromHost', said)).toEqual([]);
    const methods = new Set(client.heard.map(({ method }) => method));
    expect([...methods]).toEqual(expect.arrayContaining(['log', 'interest', 'show']));
  });

  it('takes what both sides say of processes that are lent', async () => {
    const { client, project } = desk;
    const pre = {
      session: 's',
      event: 'tool:pre',
      data: { tool_name: 'bash', tool_input: {}, tool_call_id: 't' },
    };
    /** It is lent when nothing has come in for a moment. */
    const lent = async (count: number): Promise<number> => {
      await vi.waitFor(
        async () => {
          await client.get('event', pre);
          expect(client.heard.filter(({ method }) => method === 'lend').length).toBeGreaterThanOrEqual(count);
        },
        { timeout: 15_000, interval: 40 },
      );
      return count;
    };
    project.userHooks({ PreToolUse: ['true'] });
    await client.initialize({ capabilities: { show: true, lend: true } });
    await desk.open('s');
    client.send({ method: 'unused', params: { session: 's', loans: [await lent(1)], failed: false } });
    const end = { code: 0, signal: null };
    const call = (loan: number) => ({ loan, pid: 1 << 30, ago: 1.5 });
    client.send({ method: 'ran', params: { ...pre, call: { ...call(await lent(2)), end } } });
    const asked = client.ask('event', { ...pre, call: call(await lent(3)) });
    expect(await client.get('loan/ended', { session: 's', loan: 3, code: 2, signal: null })).toEqual({});
    expect(await asked.reply).toMatchObject({ result: { result: { action: 'deny' } } });
    await lent(4);
    project.userHooks({ PreToolUse: ['true '] });
    await client.untilNotified('recall');
    // A session that nobody knows, or not any more.
    client.send({ method: 'ran', params: { ...pre, session: 'x', call: { ...call(1), end } } });
    expect(await client.get('loan/ended', { session: 'x', loan: 3, ...end })).toEqual({});
    await client.get('session/close', { session: 's' });
    expect(misfits('fromSidecar', client.heard)).toEqual([]);
    const said = client.said.map((line): unknown => JSON.parse(line));
    expect(misfits('fromHost', said)).toEqual([]);
  });

  it.each([
    ['a batch', []],
    ['no version', { id: 1, method: 'ping' }],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'pong', params: {} }],
    ['no session', { jsonrpc: '2.0', id: 1, method: 'event', params: { event: 'x', data: {} } }],
    ['no cwd', { jsonrpc: '2.0', id: 1, method: 'session/open', params: { session: 's' } }],
    ['a wrong setting', { jsonrpc: '2.0', id: 1, method: 'initialize', params: { config: { enabled: 1 } } }],
  ])('refuses %s', (_title, message) => {
    expect(misfits('fromHost', [message])).toHaveLength(1);
  });
});
