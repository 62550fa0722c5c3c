// What configuration may say, and what is said about everything else.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseModelConfig } from './config.js';

describe('good configurations', () => {
  it.each([
    {},
    { provider: 'host' },
    { provider: 'anthropic', model: 'sonnet', key_env: 'MY_KEY' },
    { provider: 'openai', base_url: 'http://localhost:11434/v1', model: 'qwen3:8b', max_concurrency: 1 },
    { provider: 'recorded', recording: 'replies.json' },
    {
      max_retries: 0,
      retry_within: 2.5,
      prices: { 'my-model': { input: 0, output: 1.5 } },
      names: { haiku: 'x' },
    },
  ])('%j is taken as it is', (value) => {
    expect(parseModelConfig(value)).toEqual({ ok: true, config: value });
  });
});

describe('wrong configurations', () => {
  it.each([
    [[], '', 'must be an object'],
    [{ modle: 'x' }, 'modle', 'is not known; known are: provider, model,'],
    [{ api_key: 'sk-1' }, 'api_key', '"key_env" names the variable'],
    [{ provider: 'gemini' }, 'provider', 'host, anthropic, openai, recorded'],
    [{ model: '' }, 'model', 'not empty'],
    [{ provider: 'openai', base_url: 'localhost:80' }, 'base_url', 'http:// or https://'],
    [{ base_url: 'http://localhost' }, 'base_url', 'needs "provider"'],
    [{ provider: 'host', key_env: 'KEY' }, 'key_env', 'needs "provider"'],
    [{ provider: 'openai', key_env: 'sk-0123456789' }, 'key_env', 'not the key itself'],
    [{ provider: 'openai', base_url: 'http://a:b@c', key_env: 'KEY' }, 'key_env', 'only one of them'],
    [{ provider: 'recorded' }, 'recording', 'is missing'],
    [{ max_retries: 1.5 }, 'max_retries', 'whole number from 0 to 10'],
    [{ max_concurrency: 0 }, 'max_concurrency', 'from 1 to 100'],
    [{ retry_within: '5' }, 'retry_within', 'number from 0 to 600'],
    [{ prices: { m: { input: 1 } } }, 'prices.m.output', 'number from 0'],
    [{ prices: { m: 3 } }, 'prices.m', '{"input": …, "output": …}'],
    [{ names: { haiku: 3 } }, 'names.haiku', 'text'],
  ])('%j: %s %s', (value, field, message) => {
    expect(parseModelConfig(value)).toEqual({
      ok: false,
      problems: [{ field, message: expect.stringContaining(message) }],
    });
  });

  it('several problems are told at once', () => {
    const result = parseModelConfig({ model: 1, max_retries: -1, what: 1 });
    expect(result).toMatchObject({
      ok: false,
      problems: [{ field: 'what' }, { field: 'model' }, { field: 'max_retries' }],
    });
  });

  it('whatever comes, it neither throws nor repeats a text that may be a key', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('provider', 'model', 'base_url', 'key_env', 'names'), fc.anything()),
        (value) => {
          const secret = 'sk-0123456789-abcdef';
          const result = parseModelConfig({ ...value, key_env: secret, provider: secret });
          expect(JSON.stringify(result)).not.toContain(secret);
        },
      ),
    );
  });
});
