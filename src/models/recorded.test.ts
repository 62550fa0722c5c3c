// Recorded replies: in order, by match, used up.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { chooseModel, recordedModel, recordedModelFrom } from './index.js';
import { failure, reply, request } from './testing/requests.js';

const folder = mkdtempSync(join(tmpdir(), 'recorded-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const ask = (text: string) => request({ messages: [{ role: 'user', text }] });

describe('replies', () => {
  it('are given in order, and running out is a failure that says so', async () => {
    const model = recordedModel([
      'one',
      { text: 'two', model: 'm', input_tokens: 3, output_tokens: 4, cost_usd: 0.5 },
    ]);
    expect(reply(await model.complete(ask('a'))).text).toBe('one');
    expect(await model.complete(ask('b'))).toEqual({
      ok: true,
      text: 'two',
      toolCalls: [],
      model: 'm',
      inputTokens: 3,
      outputTokens: 4,
      costUsd: 0.5,
      end: 'done',
    });
    expect(failure(await model.complete(ask('c')))).toMatchObject({
      kind: 'none',
      message: 'all 2 recorded replies are used up; request 3 was: "You judge.\\nc"',
    });
  });

  it('are given by what occurs in the request', async () => {
    const model = recordedModel([
      { match: ['rm', '-rf'], json: { ok: false } },
      { match: 'ls', json: { ok: true }, repeat: true },
    ]);
    expect(reply(await model.complete(ask('ls'))).text).toBe('{"ok":true}');
    expect(reply(await model.complete(ask('ls -l'))).text).toBe('{"ok":true}');
    expect(failure(await model.complete(ask('rm x'))).message).toContain(
      'none of the 2 recorded replies that are left matches',
    );
    expect(reply(await model.complete(ask('rm -rf /'))).text).toBe('{"ok":false}');
    expect(failure(await model.complete(ask('rm -rf /'))).kind).toBe('none');
  });

  it('may be tool calls or failures', async () => {
    const model = recordedModel([
      { tool_calls: [{ name: 'read', input: { path: 'a' } }] },
      { failure: { kind: 'rate-limited', message: 'too many' } },
    ]);
    expect(await model.complete(ask('a'))).toMatchObject({
      text: '',
      end: 'tools',
      toolCalls: [{ id: 'call_1', name: 'read', input: { path: 'a' } }],
    });
    expect(await model.complete(ask('b'))).toEqual({
      ok: false,
      kind: 'rate-limited',
      where: 'recording',
      message: 'too many',
    });
  });

  it('every request can be looked at, also those without reply', async () => {
    const model = recordedModel(['one']);
    const requests = [ask('a'), ask('b')];
    for (const one of requests) await model.complete(one);
    expect(model.requests).toEqual(requests);
  });

  it('a signal that fired uses nothing up', async () => {
    const model = recordedModel(['one']);
    expect(failure(await model.complete(request({ signal: AbortSignal.abort() }))).kind).toBe('cancelled');
    expect(reply(await model.complete(ask('a'))).text).toBe('one');
  });
});

describe('files', () => {
  it.each([
    ['list.json', '["one"]'],
    ['object.json', '{"replies": [{"text": "one"}]}'],
    ['lines.jsonl', '\n{"text": "one"}\n\n'],
    ['single.jsonl', '{"text": "one"}'],
  ])('%s', async (name, content) => {
    const path = file(name, content);
    expect(reply(await recordedModelFrom(path).complete(ask('a'))).text).toBe('one');
    const model = chooseModel({ env: {}, config: { provider: 'recorded', recording: path } });
    expect(reply(await model.complete(ask('a'))).text).toBe('one');
  });

  it.each([
    ['missing.json', null, 'cannot be read (ENOENT)'],
    ['broken.jsonl', '{"text": "one"}\n\n{"text"', 'line 3 of the recording is not a JSON object'],
    ['field.json', '["a", {"txt": "b"}]', 'reply 2 of the recording has the unknown field "txt"'],
    ['empty.json', '[{}]', 'needs one of "text"'],
    ['end.json', '[{"text": "a", "end": "stop"}]', '"end" must be one of: done'],
    ['match.json', '[{"text": "a", "match": [1]}]', '"match" must be'],
    ['calls.json', '[{"tool_calls": [{}]}]', '"tool_calls" must be'],
    ['failure.json', '[{"failure": {"kind": "bad"}}]', '"failure" must be'],
  ])('%s says what is wrong', async (name, content, message) => {
    const path = content === null ? join(folder, name) : file(name, content);
    const answer = failure(await recordedModelFrom(path).complete(ask('a')));
    expect(answer).toMatchObject({ kind: 'none', where: path, message: expect.stringContaining(message) });
  });
});
