import { describe, expect, it } from 'vitest';
import type { Model, ModelFailure, ModelReply } from '../../nouns.js';
import { type ProfileName, profile } from '../../profiles.js';
import { createPromptRunner } from './runner.js';
import { type Asked, AskedModel, failure, reply, taskOf, userText } from './testing/asked.js';

const run = (model: Model, asked: Asked = {}, name: ProfileName = 'amplifier') =>
  createPromptRunner({ profile: profile(name), model }).run(taskOf(asked));

/** Never answers, whatever its signal says. */
const deaf: Model = { complete: () => new Promise(() => undefined) };

describe('a prompt hook', () => {
  it('asks once, without tools, for a verdict of a given shape', async () => {
    const model = new AskedModel(reply('{"ok": true}'));
    await run(model, { handler: { model: 'small' } });
    expect(model.request).toMatchObject({
      model: 'small',
      tools: [],
      toolChoice: 'none',
      schema: {
        type: 'object',
        properties: { ok: { type: 'boolean' }, reason: { type: 'string' }, impossible: { type: 'boolean' } },
        required: ['ok', 'reason', 'impossible'],
        additionalProperties: false,
      },
    });
    expect(model.request.messages).toHaveLength(1);
  });

  it.each([
    ['{"ok": true}', { ok: true, reason: null, impossible: false }],
    [' \n{"ok":false,"reason":"R"}\n', { ok: false, reason: 'R', impossible: false }],
    ['{"ok": false, "reason": "R", "impossible": true}', { ok: false, reason: 'R', impossible: true }],
    ['{"ok": true, "reason": null, "impossible": null}', { ok: true, reason: null, impossible: false }],
    ['```json\n{"ok": false, "reason": "R"}\n```', { ok: false, reason: 'R', impossible: false }],
    ['```\r\n{"ok": true}\r\n```\n', { ok: true, reason: null, impossible: false }],
  ])('takes %j as a verdict', async (text, verdict) => {
    const { outcome } = await run(new AskedModel(reply(text)));
    expect(outcome).toEqual({ kind: 'judged', verdict });
  });

  it.each([
    '',
    'I think it is fine',
    'Sure: {"ok": true}',
    '{"ok": true} as I said',
    'Here:\n```json\n{"ok": true}\n```',
    '```json\n{"ok": true}\n```\n```json\n{"ok": false}\n```',
    '```python\n{"ok": true}\n```',
    '{"ok": true}\n{"ok": true}',
    '[{"ok": true}]',
    '"ok"',
    'true',
    'null',
    '{}',
    '{"decision": "approve"}',
    '{"ok": true, "confidence": 1}',
    '{"ok": "true"}',
    '{"ok": 1}',
    '{"ok": false, "reason": 5}',
    '{"ok": false, "impossible": "no"}',
    '{"ok": true',
  ])('takes %j as no verdict', async (text) => {
    const { outcome } = await run(new AskedModel(reply(text)));
    expect(outcome).toMatchObject({
      kind: 'badOutput',
      message: expect.stringMatching(/^the model gave no verdict: /),
    });
  });

  it.each([
    [reply('{"ok": true', { end: 'length' }), 'cut off'],
    [reply('{"ok": true}', { end: 'refused' }), 'refused'],
  ])('says why there is no verdict: %#', async (answer, why) => {
    const { outcome } = await run(new AskedModel(answer));
    expect(outcome).toMatchObject({ kind: 'badOutput', message: expect.stringContaining(why) });
  });

  it.each([
    [true, { kind: 'badOutput', message: expect.stringMatching(/shown \d+ of \d+ characters of the event/) }],
    [false, { kind: 'judged', verdict: { ok: false } }],
  ])('of an event that it was shown a part of, "ok": %s', async (ok, outcome) => {
    const event = {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'x'.repeat(300_000) },
    };
    const done = await run(new AskedModel(reply(JSON.stringify({ ok, reason: 'R' }))), { event });
    expect(done.outcome).toMatchObject(outcome);
  });

  it('a long answer that is none is quoted in short', async () => {
    const { outcome } = await run(new AskedModel(reply('x'.repeat(100_000))));
    expect(outcome.kind === 'badOutput' ? outcome.message.length : null).toBeLessThan(600);
  });
});

const launchFailed = (problem: string) => ({
  kind: 'launchFailed',
  problem,
  path: 'http://model.test',
});

const FAILURES: readonly (readonly [ModelFailure['kind'], object, number])[] = [
  ['none', launchFailed('no-model'), 0],
  ['unreachable', launchFailed('unreachable'), 1],
  ['rejected', launchFailed('call-failed'), 1],
  ['rate-limited', launchFailed('call-failed'), 1],
  ['garbled', { kind: 'badOutput' }, 1],
  ['cancelled', { kind: 'cancelled', why: 'it is cancelled' }, 1],
];

describe('what can go wrong', () => {
  it.each(FAILURES)('a failure of kind %s', async (kind, outcome, made) => {
    const done = await run(new AskedModel(failure(kind)));
    expect(done.outcome).toMatchObject(outcome);
    expect(done.work).toMatchObject({ calls: made, inputTokens: 0, outputTokens: 0, costUsd: 0 });
  });

  it('a model that rejects is a failed call', async () => {
    const model = new AskedModel(() => Promise.reject(new Error('broken adapter')));
    const { outcome } = await run(model);
    expect(outcome).toMatchObject({ problem: 'call-failed', message: 'broken adapter' });
  });

  it('a model that does not answer in time, not even to its signal', async () => {
    const done = await run(deaf, { task: { timeoutMs: 500 } });
    expect(done.outcome).toMatchObject({ kind: 'timedOut', timeoutMs: 500 });
    expect(done.work?.calls).toBe(1);
  });

  it('the signal of the request tells the model that time is over', async () => {
    const model = new AskedModel(() => new Promise<ModelReply>(() => undefined));
    await run(model, { task: { timeoutMs: 500 } });
    expect(model.request.signal.aborted).toBe(true);
  });

  it('an aborted event, before and during the call', async () => {
    const before = await run(deaf, { task: { signal: AbortSignal.abort('the user pressed escape') } });
    expect(before.outcome).toEqual({ kind: 'cancelled', why: 'the user pressed escape' });
    expect(before.work?.calls).toBe(0);
    const during = new AbortController();
    const model = new AskedModel(() => {
      during.abort();
      return new Promise(() => undefined);
    });
    const { outcome } = await run(model, { task: { signal: during.signal } });
    expect(outcome).toEqual({ kind: 'cancelled', why: 'the event was aborted' });
  });

  it('close ends what runs, and what comes later', async () => {
    let tellAsked = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      tellAsked = resolve;
    });
    const model = new AskedModel(() => {
      tellAsked();
      return new Promise(() => undefined);
    });
    const runner = createPromptRunner({ profile: profile('amplifier'), model });
    const running = runner.run(taskOf({ task: { timeoutMs: null } }));
    await asked;
    await runner.close();
    const closed = { kind: 'cancelled', why: 'the engine was closed' };
    expect((await running).outcome).toEqual(closed);
    expect((await runner.run(taskOf())).outcome).toEqual(closed);
    expect(model.requests).toHaveLength(1);
  });

  it('a hook of another type is refused', async () => {
    const { outcome } = await run(deaf, { handler: { type: 'agent' } });
    expect(outcome.kind).toBe('refused');
  });
});

describe('the work of the model', () => {
  it('is counted', async () => {
    const { work } = await run(new AskedModel(reply('{"ok": true}')));
    expect(work).toEqual({
      model: 'judge-1',
      calls: 1,
      inputTokens: 100,
      outputTokens: 10,
      costUsd: 0.5,
      steps: [],
    });
  });

  it('is counted where nothing came of it, and an unknown price stays unknown', async () => {
    const { outcome, work } = await run(new AskedModel(reply('prose', { costUsd: null })));
    expect(outcome.kind).toBe('badOutput');
    expect(work).toMatchObject({ calls: 1, inputTokens: 100, costUsd: null });
  });
});

describe('$ARGUMENTS as the real program fills it in', () => {
  const JSON_TEXT =
    '{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}';

  it.each([
    ['Is it fine? $ARGUMENTS', `Is it fine? ${JSON_TEXT}`],
    ['$ARGUMENTS and $ARGUMENTS', `${JSON_TEXT} and ${JSON_TEXT}`],
    ['Is it fine?', `Is it fine?\n\nARGUMENTS: ${JSON_TEXT}`],
    ['Never say \\$ARGUMENTS', `Never say $ARGUMENTS\n\nARGUMENTS: ${JSON_TEXT}`],
    ['\\$ARGUMENTS is $ARGUMENTS', `$ARGUMENTS is ${JSON_TEXT}`],
    ["$ARGUMENTS $& $1 $' $$", `${JSON_TEXT} $& $1 $' $$`],
  ])('%j', async (prompt, text) => {
    const model = new AskedModel(reply('{"ok": true}'));
    await run(model, { handler: { prompt } }, 'claude-code');
    expect(userText(model.request)).toBe(text);
  });
});
