// The OpenAI chat protocol against a real server: what is sent, and what is made of the answers.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Diagnostic } from '../nouns.js';
import { chooseModel, type ModelConfig } from './index.js';
import { completion, fails, says, streamedChunks, streams } from './testing/openai-server.js';
import { failure, reply, request, testClock } from './testing/requests.js';
import { json, raw, startServer, stream, type TestServer } from './testing/server.js';

const KEY = 'sk-test-0123456789';
const OPEN = { type: 'object', properties: { ok: { type: 'boolean' } } };
const STRICT = { ...OPEN, required: ['ok'], additionalProperties: false };
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
    env: {
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: `${server.url}/v1`,
      AMPLIFIER_HOOKS_MODEL: 'qwen3:8b',
      ...env,
    },
    config,
    clock: testClock(),
    onDiagnostic: (diagnostic) => told.push(diagnostic),
  });

describe('what is sent', () => {
  it('a plain question, exactly', async () => {
    server.react(says('yes'));
    await model({}, { OPENAI_ORG_ID: 'org-1', OPENAI_PROJECT_ID: 'proj-1' }).complete(request());
    const [sent] = server.received;
    expect(sent?.method).toBe('POST');
    expect(sent?.path).toBe('/v1/chat/completions');
    expect(sent?.headers['authorization']).toBe(`Bearer ${KEY}`);
    expect(sent?.headers['openai-organization']).toBe('org-1');
    expect(sent?.headers['openai-project']).toBe('proj-1');
    expect(sent?.headers['content-type']).toBe('application/json');
    expect(sent?.body).toEqual({
      model: 'qwen3:8b',
      messages: [
        { role: 'system', content: 'You judge.' },
        { role: 'user', content: 'Is it ok?' },
      ],
      max_tokens: 1000,
    });
  });

  it('further headers of the environment, which may replace the key', async () => {
    server.react(says('yes'));
    const lines = 'X-Team: hooks\nAuthorization: Token 7\nContent-Type: text/plain';
    await model({}, { OPENAI_CUSTOM_HEADERS: lines }).complete(request());
    expect(server.received[0]?.headers).toMatchObject({
      'x-team': 'hooks',
      authorization: 'Token 7',
      'content-type': 'application/json',
    });
  });

  it('a local server without key gets none, and an address without path means /v1', async () => {
    server.react(says('yes'));
    await model({}, { OPENAI_API_KEY: '', OPENAI_BASE_URL: server.url }).complete(request());
    expect(server.received[0]?.path).toBe('/v1/chat/completions');
    expect(server.received[0]?.headers['authorization']).toBeUndefined();
  });

  it('credentials and a query in the address go where they belong, and no key goes with them', async () => {
    server.react(says('yes'));
    const address = `${server.url.replace('://', '://ann:secret@')}/api/?version=2`;
    await model({}, { OPENAI_BASE_URL: address }).complete(request());
    expect(server.received[0]?.path).toBe('/api/chat/completions?version=2');
    expect(server.received[0]?.headers['authorization']).toBe(`Basic ${btoa('ann:secret')}`);
  });

  it('a conversation with tools, exactly', async () => {
    server.react(says('done'));
    await model().complete(
      request({
        system: '',
        tools: [READ],
        toolChoice: { tool: 'read' },
        schema: STRICT,
        messages: [
          { role: 'user', text: 'look' },
          { role: 'assistant', text: '', toolCalls: [{ id: 't1', name: 'read', input: { path: 'a' } }] },
          { role: 'tool', id: 't1', text: 'A', failed: false },
          { role: 'assistant', text: 'again', toolCalls: [{ id: 't2', name: 'read', input: '{broken' }] },
          { role: 'tool', id: 't2', text: 'no such file', failed: true },
          { role: 'assistant', text: 'well', toolCalls: [] },
        ],
      }),
    );
    expect(server.received[0]?.body).toEqual({
      model: 'qwen3:8b',
      max_tokens: 1000,
      messages: [
        { role: 'user', content: 'look' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 't1', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } }],
        },
        { role: 'tool', tool_call_id: 't1', content: 'A' },
        {
          role: 'assistant',
          content: 'again',
          tool_calls: [{ id: 't2', type: 'function', function: { name: 'read', arguments: '{broken' } }],
        },
        { role: 'tool', tool_call_id: 't2', content: 'Error: no such file' },
        { role: 'assistant', content: 'well' },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'read', description: 'Reads a file.', parameters: READ.input },
        },
      ],
      tool_choice: { type: 'function', function: { name: 'read' } },
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: STRICT, strict: true } },
    });
  });

  it.each([
    [OPEN, false],
    [STRICT, true],
    [{ ...STRICT, properties: { ok: OPEN } }, false],
    [{ type: 'array', items: STRICT }, true],
    [{ type: 'array', items: OPEN }, false],
  ])('a schema is strict only where the protocol allows it: %j', async (schema, strict) => {
    server.react(says('{}'));
    await model().complete(request({ schema }));
    expect(server.received[0]?.body).toMatchObject({ response_format: { json_schema: { strict } } });
  });

  it.each(['haiku', 'sonnet', 'claude-haiku-4-5-20251001', 'Opus[1m]'])(
    '%s is a name of another provider: the default is asked, and that is said',
    async (asked) => {
      server.react(says('yes'));
      await model().complete(request({ model: asked }));
      expect(server.received[0]?.body).toMatchObject({ model: 'qwen3:8b' });
      expect(told).toMatchObject([{ code: 'model-replaced', severity: 'warning' }]);
      expect(told[0]?.message).toContain(`"${asked}"`);
    },
  );

  it('configuration may say what such a name means', async () => {
    server.react(says('yes'));
    await model({ names: { Haiku: 'small-one' } }).complete(request({ model: 'haiku' }));
    expect(server.received[0]?.body).toMatchObject({ model: 'small-one' });
    expect(told).toEqual([]);
  });

  it.each(['gpt-4o', 'anthropic/claude-3.5-haiku', 'llama3.2'])('%s is sent as written', async (asked) => {
    server.react(says('yes'));
    await model().complete(request({ model: asked }));
    expect(server.received[0]?.body).toMatchObject({ model: asked });
  });

  it('a server nobody named a model for is not asked', async () => {
    const one = model({}, { AMPLIFIER_HOOKS_MODEL: '' });
    expect(failure(await one.complete(request()))).toMatchObject({
      kind: 'none',
      message: expect.stringContaining('AMPLIFIER_HOOKS_MODEL'),
    });
    expect(failure(await one.complete(request({ model: 'haiku' }))).message).toContain('"haiku"');
    expect(server.received).toEqual([]);
  });
});

describe('what comes back', () => {
  it('text, tokens and cost', async () => {
    server.react(
      says('yes', {
        usage: {
          prompt_tokens: 2000,
          completion_tokens: 1000,
          prompt_tokens_details: { cached_tokens: 1000 },
        },
      }),
    );
    expect(await model().complete(request())).toEqual({
      ok: true,
      text: 'yes',
      toolCalls: [],
      model: 'gpt-6-luna',
      inputTokens: 2000,
      outputTokens: 1000,
      costUsd: (1000 * 0.1 + 1000 * 0.01 + 1000 * 0.5) / 1e6,
      end: 'done',
    });
  });

  it('a server that does not count costs nobody knows what', async () => {
    server.react(json({ choices: [{ message: { content: 'yes' }, finish_reason: 'stop' }] }));
    expect(await model().complete(request())).toMatchObject({
      model: 'qwen3:8b',
      inputTokens: 0,
      outputTokens: 0,
      costUsd: null,
    });
  });

  it.each([
    ['stop', 'done'],
    ['eos', 'done'],
    ['length', 'length'],
    ['content_filter', 'refused'],
  ])('finish reason %s means %s', async (reason, end) => {
    server.react(json(completion({ content: 'text' }, {}, reason)));
    expect(reply(await model().complete(request())).end).toBe(end);
  });

  it('a refusal is one, and its text is told', async () => {
    server.react(json(completion({ content: null, refusal: 'I will not' })));
    expect(await model().complete(request())).toMatchObject({ end: 'refused', text: 'I will not' });
  });

  it.each([
    ['{"path": "a"}', { path: 'a' }],
    ['', {}],
    ['{broken', '{broken'],
    [{ path: 'a' }, { path: 'a' }],
  ])('tool input %j is %j', async (given, input) => {
    const call = { id: 'c', type: 'function', function: { name: 'read', arguments: given } };
    server.react(json(completion({ content: null, tool_calls: [call] })));
    expect(await model().complete(request({ tools: [READ] }))).toMatchObject({
      toolCalls: [{ id: 'c', name: 'read', input }],
      end: 'tools',
    });
  });

  it('tool calls without id get one each', async () => {
    const call = { function: { name: 'read', arguments: '{}' } };
    server.react(json(completion({ content: '', tool_calls: [call, call] })));
    const { toolCalls } = reply(await model().complete(request({ tools: [READ] })));
    expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(2);
  });

  it('reasoning that a local server leaves in front of the answer is not the answer', async () => {
    server.react(says('<think>\nhm\n</think>\n\n{"ok": true}'));
    expect(reply(await model().complete(request())).text).toBe('{"ok": true}');
  });

  it.each([
    ['saying so', streams],
    ['without saying so', stream(streamedChunks, 'text/plain')],
  ])('a server that streams unasked, %s, is understood', async (_, streaming) => {
    server.react(streaming);
    expect(await model().complete(request({ tools: [READ] }))).toMatchObject({
      ok: true,
      text: 'I look it up',
      toolCalls: [
        { id: 'call_a', name: 'read', input: { path: 'a.txt' } },
        { id: 'call_b', name: 'list', input: {} },
      ],
      model: 'local',
      inputTokens: 50,
      outputTokens: 30,
      end: 'tools',
    });
  });

  it('a stream that ends too early is garbled', async () => {
    server.react(stream(streamedChunks.slice(0, 3)));
    expect(failure(await model().complete(request())).kind).toBe('garbled');
  });

  it('JSON under a wrong content type is still JSON', async () => {
    server.react(raw(JSON.stringify(completion({ content: 'yes' })), 'text/html'));
    expect(reply(await model().complete(request())).text).toBe('yes');
  });

  it('an error that comes as a success is an error', async () => {
    server.react(json({ error: { code: 401, message: 'no such key' } }));
    expect(failure(await model().complete(request()))).toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('no such key'),
    });
  });
});

describe('what a server does not offer', () => {
  it('structured output: asked for once, then left out', async () => {
    server.react(fails(400, 'not supported', { param: 'response_format' }), says('{"ok": true}'));
    const one = model();
    await one.complete(request({ schema: STRICT }));
    await one.complete(request({ schema: STRICT }));
    expect(server.received.map(({ body }) => 'response_format' in Object(body))).toEqual([
      true,
      false,
      false,
    ]);
    expect(told).toMatchObject([{ code: 'model-fallback' }]);
  });

  it('the older name of the token limit', async () => {
    const complaint = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
    server.react(fails(400, complaint), says('yes'));
    const one = model();
    await one.complete(request());
    await one.complete(request());
    expect(server.received.map(({ body }) => Object(body).max_completion_tokens)).toEqual([
      undefined,
      1000,
      1000,
    ]);
    expect(server.received.map(({ body }) => Object(body).max_tokens)).toEqual([1000, undefined, undefined]);
    expect(told).toEqual([]);
  });

  it('several things at once', async () => {
    server.react(
      fails(422, 'tool_choice must be a text'),
      fails(400, 'json_schema is not implemented'),
      fails(400, 'only stream=true is supported'),
      streams,
    );
    await model().complete(request({ schema: STRICT, tools: [READ], toolChoice: { tool: 'read' } }));
    expect(server.received.at(-1)?.body).toMatchObject({
      tool_choice: 'auto',
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(Object(server.received.at(-1)?.body)).not.toHaveProperty('response_format');
  });

  it('a limit that no name helps is rejected, after one other try', async () => {
    server.react(fails(400, 'max_tokens is too large'));
    expect(failure(await model().complete(request())).kind).toBe('rejected');
    expect(server.received).toHaveLength(2);
  });
});
