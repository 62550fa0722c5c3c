// Which model is taken, by configuration and environment.
import { describe, expect, it } from 'vitest';
import type { Model, ModelRequest } from '../nouns.js';
import { chooseModel, describeModel, type ModelConfig } from './index.js';
import { failure, request } from './testing/requests.js';

const asked: ModelRequest[] = [];
const host: Model = {
  complete: (one) => {
    asked.push(one);
    return Promise.resolve({ ok: false, kind: 'none', where: 'the host', message: 'it was the host' });
  },
};
const ANTHROPIC = { ANTHROPIC_API_KEY: 'sk-ant-1' };
const OPENAI = { OPENAI_API_KEY: 'sk-1' };
const OLLAMA: ModelConfig = { provider: 'openai', base_url: 'http://localhost:11434', model: 'qwen3:8b' };
const PROVIDER = 'AMPLIFIER_HOOKS_MODEL_PROVIDER';
const MODEL = 'AMPLIFIER_HOOKS_MODEL';
const ADDRESS = 'AMPLIFIER_HOOKS_MODEL_BASE_URL';
const RECORDING = 'AMPLIFIER_HOOKS_MODEL_RECORDING';

const official = { provider: 'anthropic', where: 'https://api.anthropic.com', model: 'claude-haiku-5-5' };
const openai = { provider: 'openai', where: 'https://api.openai.com/v1', model: 'gpt-6-luna' };
const ollama = { provider: 'openai', where: 'http://localhost:11434/v1', model: 'qwen3:8b', keyFrom: null };

describe('what is taken', () => {
  it.each<[string, Record<string, string>, ModelConfig, Model | null, object]>([
    ['the host’s own first', { ...ANTHROPIC, ...OPENAI }, {}, host, { provider: 'host', model: null }],
    ['a model for the host', { [MODEL]: 'best' }, {}, host, { provider: 'host', model: 'best' }],
    ['unless configuration says otherwise', ANTHROPIC, { provider: 'anthropic' }, host, official],
    ['or the environment', OPENAI, { provider: 'host' }, host, { provider: 'host' }],
    ['the environment wins', { ...OPENAI, [PROVIDER]: 'openai' }, { provider: 'host' }, host, openai],
    ['then Anthropic', { ...ANTHROPIC, ...OPENAI }, {}, null, { ...official, keyFrom: 'ANTHROPIC_API_KEY' }],
    [
      'a token will do',
      { ANTHROPIC_AUTH_TOKEN: 't' },
      {},
      null,
      { ...official, keyFrom: 'ANTHROPIC_AUTH_TOKEN' },
    ],
    ['then OpenAI', OPENAI, {}, null, { ...openai, keyFrom: 'OPENAI_API_KEY' }],
    [
      'an address alone',
      { OPENAI_BASE_URL: 'http://localhost:11434', [MODEL]: 'qwen3:8b' },
      {},
      null,
      ollama,
    ],
    ['ours alone', { [ADDRESS]: 'http://localhost:11434/v1/', [MODEL]: 'qwen3:8b' }, {}, null, ollama],
    [
      'ours over theirs',
      { ...ANTHROPIC, [ADDRESS]: 'http://gate' },
      {},
      null,
      { ...official, where: 'http://gate' },
    ],
    ['a configured server', ANTHROPIC, OLLAMA, null, ollama],
    ['a configured key', { K: 'v' }, { ...OLLAMA, key_env: 'K' }, null, { ...ollama, keyFrom: 'K' }],
    [
      'a recording',
      { [RECORDING]: 'r.json', ...ANTHROPIC },
      {},
      null,
      { provider: 'recorded', where: 'r.json' },
    ],
    [
      'the model by environment',
      { ...ANTHROPIC, [MODEL]: 'opus' },
      { model: 'sonnet' },
      null,
      { model: 'claude-opus-5-5' },
    ],
    ['the model by configuration', ANTHROPIC, { model: 'sonnet' }, null, { model: 'claude-sonnet-5-5' }],
    [
      'a short name by environment',
      { ...ANTHROPIC, ANTHROPIC_DEFAULT_HAIKU_MODEL: 'claude-haiku-4-5' },
      {},
      null,
      { model: 'claude-haiku-4-5' },
    ],
    ['empty is not set', { ANTHROPIC_API_KEY: ' ', ...OPENAI }, {}, null, openai],
  ])('%s', (_, env, config, one, expected) => {
    expect(describeModel({ env, config, host: one })).toMatchObject(expected);
  });

  it('what is configured for one provider never reaches another', () => {
    const env = { ...ANTHROPIC, [PROVIDER]: 'anthropic' };
    expect(describeModel({ env, config: { ...OLLAMA, key_env: 'OTHER' } })).toMatchObject({
      ...official,
      keyFrom: 'ANTHROPIC_API_KEY',
    });
  });

  it('credentials in an address are not described', () => {
    const env = { OPENAI_BASE_URL: 'http://ann:secret@localhost/v1?token=hidden', [MODEL]: 'm' };
    expect(JSON.stringify(describeModel({ env }))).not.toMatch(/ann|secret|hidden/);
  });
});

describe('nothing to take', () => {
  it.each<[Record<string, string>, ModelConfig, string]>([
    [{}, {}, 'set ANTHROPIC_API_KEY, or OPENAI_API_KEY'],
    [{}, { provider: 'host' }, 'this host offers none'],
    [{}, { provider: 'anthropic' }, 'ANTHROPIC_API_KEY is not set'],
    [ANTHROPIC, { provider: 'openai' }, 'OPENAI_API_KEY is not set'],
    [
      ANTHROPIC,
      { provider: 'anthropic', key_env: 'MINE' },
      '"key_env" of the model configuration names MINE',
    ],
    [{ [PROVIDER]: 'gemini' }, {}, 'AMPLIFIER_HOOKS_MODEL_PROVIDER must be one of: host, anthropic'],
    [{ [PROVIDER]: 'recorded' }, {}, 'AMPLIFIER_HOOKS_MODEL_RECORDING'],
    [
      { ...OPENAI, OPENAI_BASE_URL: 'sk-not-an-address' },
      {},
      'OPENAI_BASE_URL must be an http:// or https:// address',
    ],
    [ANTHROPIC, { max_retries: -1 }, 'the model configuration is wrong: "max_retries" must be'],
  ])('%j %j: %s', async (env, config, message) => {
    const answer = failure(await chooseModel({ env, config }).complete(request()));
    expect(answer.kind).toBe('none');
    expect(answer.message).toContain(message);
    expect(answer.message).not.toContain('sk-not-an-address');
    expect(describeModel({ env, config }).provider).toBe('none');
  });
});

describe('the host’s model', () => {
  it('is handed on as it is where nothing is configured', () => {
    expect(chooseModel({ env: {}, host })).toBe(host);
  });

  it('is asked by the names of the configuration', async () => {
    asked.length = 0;
    const model = chooseModel({ env: {}, host, config: { model: 'usual', names: { Haiku: 'small' } } });
    for (const name of [null, 'haiku', 'other']) await model.complete(request({ model: name }));
    expect(asked.map(({ model: name }) => name)).toEqual(['usual', 'small', 'other']);
  });
});
