// The Anthropic Messages protocol against a real server: what is sent, and what is made of the answers.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Diagnostic } from '../nouns.js';
import { chooseModel, type ModelConfig } from './index.js';
import { fails, message, says, streamedEvents, streams } from './testing/anthropic-server.js';
import { failure, reply, request, testClock } from './testing/requests.js';
import { json, startServer, stream, type TestServer } from './testing/server.js';

const KEY = 'sk-ant-test-0123456789';
const SCHEMA = {
  type: 'object',
  properties: { ok: { type: 'boolean' } },
  required: ['ok'],
  additionalProperties: false,
};
const READ = { name: 'read', description: 'Reads a file.', input: { type: 'object', properties: {} } };

let server: TestServer;
let told: Diagnostic[];
beforeEach(async () => {
  server = await startServer();
  told = [];
});
afterEach(() => server.close());

const model = (config: ModelConfig = {}, env: Record<string, string> = {}) =>
  chooseModel({
    env: { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: server.url, ...env },
    config,
    clock: testClock(),
    onDiagnostic: (diagnostic) => told.push(diagnostic),
  });

describe('what is sent', () => {
  it('a plain question, exactly', async () => {
    server.react(says('yes'));
    await model().complete(request());
    const [sent] = server.received;
    expect(sent?.method).toBe('POST');
    expect(sent?.path).toBe('/v1/messages');
    expect(sent?.headers['x-api-key']).toBe(KEY);
    expect(sent?.headers['authorization']).toBeUndefined();
    expect(sent?.headers['anthropic-version']).toBe('2026-10-21');
    expect(sent?.headers['content-type']).toBe('application/json');
    expect(sent?.body).toEqual({
      model: 'claude-haiku-5-5',
      max_tokens: 1000,
      system: 'You judge.',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Is it ok?' }] }],
    });
  });

  it('a token is sent as a bearer token, and nothing else', async () => {
    server.react(says('yes'));
    await model({}, { ANTHROPIC_API_KEY: '', ANTHROPIC_AUTH_TOKEN: 'tok-12345678' }).complete(request());
    expect(server.received[0]?.headers['authorization']).toBe('Bearer tok-12345678');
    expect(server.received[0]?.headers['x-api-key']).toBeUndefined();
  });

  it('credentials and a query in the address go where they belong, and no key goes with them', async () => {
    server.react(says('yes'));
    const address = `${server.url.replace('://', '://ann:s%40cret@')}/proxy/v1/?tenant=7`;
    await model({}, { ANTHROPIC_BASE_URL: address }).complete(request());
    expect(server.received[0]?.path).toBe('/proxy/v1/messages?tenant=7');
    expect(server.received[0]?.headers['authorization']).toBe(`Basic ${btoa('ann:s@cret')}`);
    expect(server.received[0]?.headers['x-api-key']).toBeUndefined();
  });

  it('further headers of the environment, without giving up the key', async () => {
    server.react(says('yes'));
    const lines = 'X-Team: hooks: all\n no header \nAnthropic-Version: 2023-06-01\nX-Api-Key: other\n';
    await model({}, { ANTHROPIC_CUSTOM_HEADERS: lines }).complete(request());
    expect(server.received[0]?.headers).toMatchObject({
      'x-team': 'hooks: all',
      'anthropic-version': '2023-06-01',
      'x-api-key': KEY,
      'content-type': 'application/json',
    });
  });

  it('a local server without key gets none', async () => {
    server.react(says('yes'));
    const local = chooseModel({ env: {}, config: { provider: 'anthropic', base_url: server.url } });
    expect(reply(await local.complete(request())).text).toBe('yes');
    expect(server.received[0]?.headers['x-api-key']).toBeUndefined();
    expect(server.received[0]?.headers['authorization']).toBeUndefined();
  });

  it('a conversation with tools, exactly', async () => {
    server.react(says('done'));
    await model().complete(
      request({
        system: '',
        tools: [READ],
        toolChoice: { tool: 'read' },
        schema: SCHEMA,
        messages: [
          { role: 'user', text: 'look' },
          {
            role: 'assistant',
            text: '',
            toolCalls: [
              { id: 't1', name: 'read', input: { path: 'a' } },
              { id: 't2', name: 'read', input: 'odd' },
            ],
          },
          { role: 'tool', id: 't1', text: 'A', failed: false },
          { role: 'tool', id: 't2', text: 'no such file', failed: true },
          { role: 'user', text: 'go on' },
        ],
      }),
    );
    expect(server.received[0]?.body).toEqual({
      model: 'claude-haiku-5-5',
      max_tokens: 1000,
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'look' }] },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 't1', name: 'read', input: { path: 'a' } },
            { type: 'tool_use', id: 't2', name: 'read', input: { input: 'odd' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't1', content: 'A' },
            { type: 'tool_result', tool_use_id: 't2', content: 'no such file', is_error: true },
            { type: 'text', text: 'go on' },
          ],
        },
      ],
      tools: [{ name: 'read', description: 'Reads a file.', input_schema: READ.input }],
      tool_choice: { type: 'tool', name: 'read' },
      output_config: { format: { type: 'json_schema', schema: SCHEMA } },
    });
  });

  it.each([
    [null, 'claude-haiku-5-5'],
    ['sonnet', 'claude-sonnet-5-5'],
    ['Opus', 'claude-opus-5-5'],
    ['claude-opus-4-6[1m]', 'claude-opus-4-6'],
    ['inherit', 'claude-haiku-5-5'],
    ['some-gateway-model', 'some-gateway-model'],
  ])('the model a hook calls %j is %j', async (asked, sent) => {
    server.react(says('yes'));
    await model().complete(request({ model: asked }));
    expect(server.received[0]?.body).toMatchObject({ model: sent });
    expect(told).toEqual([]);
  });

  it('a name of another provider is replaced, and that is said once', async () => {
    server.react(says('yes'));
    const one = model({ model: 'sonnet' });
    await one.complete(request({ model: 'gpt-4o' }));
    await one.complete(request({ model: 'gpt-4o' }));
    expect(server.received.map(({ body }) => body)).toMatchObject([
      { model: 'claude-sonnet-5-5' },
      { model: 'claude-sonnet-5-5' },
    ]);
    expect(told).toMatchObject([{ code: 'model-replaced', severity: 'warning' }]);
    expect(told[0]?.message).toContain('"gpt-4o"');
  });
});

describe('what comes back', () => {
  it('text, tokens and cost', async () => {
    server.react(
      says('yes', {
        usage: {
          input_tokens: 1000,
          output_tokens: 2000,
          cache_read_input_tokens: 4000,
          cache_creation_input_tokens: 0,
        },
      }),
    );
    expect(await model().complete(request())).toEqual({
      ok: true,
      text: 'yes',
      toolCalls: [],
      model: 'claude-haiku-5-5',
      inputTokens: 5000,
      outputTokens: 2000,
      costUsd: (1000 * 0.1 + 4000 * 0.01 + 2000 * 0.5) / 1e6,
      end: 'done',
    });
  });

  it.each([
    ['end_turn', 'done'],
    ['stop_sequence', 'done'],
    ['something_new', 'done'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'refused'],
  ])('stop reason %s means %s', async (reason, end) => {
    server.react(says('text', { stop_reason: reason }));
    expect(reply(await model().complete(request())).end).toBe(end);
  });

  it('a refusal without text tells its explanation', async () => {
    server.react(json(message([], { stop_reason: 'refusal', stop_details: { explanation: 'not this' } })));
    expect(reply(await model().complete(request()))).toMatchObject({ end: 'refused', text: 'not this' });
  });

  it('a server that streams unasked is understood', async () => {
    server.react(streams);
    expect(await model().complete(request({ tools: [READ] }))).toMatchObject({
      ok: true,
      text: 'I look it up',
      toolCalls: [{ id: 'toolu_1', name: 'read', input: { path: 'a.txt' } }],
      inputTokens: 50,
      outputTokens: 30,
      end: 'tools',
    });
  });

  it('reasoning goes back unchanged with the result of the tool it led to', async () => {
    server.react(streams, says('done'));
    const one = model();
    const first = reply(await one.complete(request({ tools: [READ] })));
    await one.complete(
      request({
        tools: [READ],
        messages: [
          { role: 'user', text: 'look' },
          { role: 'assistant', text: first.text, toolCalls: first.toolCalls },
          { role: 'tool', id: 'toolu_1', text: 'A', failed: false },
        ],
      }),
    );
    expect(server.received[1]?.body).toMatchObject({
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'let me see', signature: 'c2ln' },
            { type: 'text', text: 'I look it up' },
            { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a.txt' } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'A' }] },
      ],
    });
  });

  it('a stream that ends too early is garbled', async () => {
    server.react(stream(streamedEvents.slice(0, 9)));
    expect(failure(await model().complete(request()))).toMatchObject({
      kind: 'garbled',
      message: expect.stringContaining('ended before'),
    });
  });

  it('an error in the middle of a stream is tried again', async () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    server.react(stream([...streamedEvents.slice(0, 9), error]), says('yes'));
    expect(reply(await model().complete(request())).text).toBe('yes');
    expect(server.received).toHaveLength(2);
  });
});

describe('what a server does not offer', () => {
  it('structured output: asked for once, then left out, and that is said', async () => {
    const refuses = fails(400, 'invalid_request_error', 'output_config: Extra inputs are not permitted');
    server.react(refuses, says('{"ok": true}'));
    const one = model();
    expect(reply(await one.complete(request({ schema: SCHEMA }))).text).toBe('{"ok": true}');
    await one.complete(request({ schema: SCHEMA }));
    expect(server.received.map(({ body }) => Object.keys(Object(body)).includes('output_config'))).toEqual([
      true,
      false,
      false,
    ]);
    expect(told).toMatchObject([{ code: 'model-fallback', severity: 'info' }]);
  });

  it('what one model lacks is still asked of another', async () => {
    const refuses = fails(400, 'invalid_request_error', 'output_config is not supported for this model');
    server.react(refuses, says('{}'));
    const one = model();
    await one.complete(request({ schema: SCHEMA }));
    await one.complete(request({ schema: SCHEMA, model: 'opus' }));
    expect(Object(server.received[2]?.body)).toHaveProperty('output_config');
  });

  it('a forced tool becomes an offered one', async () => {
    const refuses = fails(
      400,
      'invalid_request_error',
      '"tool_choice.type.tool" is not supported for this model.',
    );
    server.react(refuses, says('fine'));
    await model().complete(request({ tools: [READ], toolChoice: { tool: 'read' } }));
    expect(server.received.map(({ body }) => Object(body).tool_choice)).toEqual([
      { type: 'tool', name: 'read' },
      { type: 'auto' },
    ]);
  });

  it('a server that only streams is asked to stream', async () => {
    server.react(fails(400, 'invalid_request_error', 'stream: must be true'), streams);
    expect(reply(await model().complete(request())).text).toBe('I look it up');
    expect(server.received.map(({ body }) => Object(body).stream)).toEqual([undefined, true]);
  });

  it('any other complaint is a rejection at once, and nothing is learned from it', async () => {
    const complaint = fails(400, 'invalid_request_error', 'output_config.format.schema: too deep');
    server.react(complaint, fails(400, 'invalid_request_error', 'messages: too long'), says('{}'));
    const one = model();
    expect(failure(await one.complete(request({ schema: SCHEMA })))).toMatchObject({
      kind: 'rejected',
      message: 'claude-haiku-5-5: HTTP 400: messages: too long',
    });
    await one.complete(request({ schema: SCHEMA }));
    expect(Object(server.received[2]?.body)).toHaveProperty('output_config');
  });
});
