// The pure parts: names, prices, redaction, event streams.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anthropicPath, endpoint, openaiPath } from './endpoint.js';
import { CLAUDE_ALIASES, resolveName } from './names.js';
import { cost, PRICES } from './prices.js';
import { redactor } from './redact.js';
import { eventData, isEventStream } from './wire.js';

describe('names', () => {
  it('a hook never gets a model of another family, and what replaces its name is told', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('anthropic', 'openai'),
        fc.constantFrom('haiku', 'claude-x', 'gpt-x', 'o3', 'x'),
        (provider, asked) => {
          const named = resolveName(asked, { provider, standard: 'std', names: {}, aliases: CLAUDE_ALIASES });
          const claude = asked === 'haiku' || asked === 'claude-x';
          const foreign = asked !== 'x' && claude === (provider === 'openai');
          expect(named).toMatchObject({ ok: true, instead: foreign ? asked : null });
          if (foreign) expect(named).toMatchObject({ model: 'std' });
        },
      ),
    );
  });

  it.each(['constructor', '__proto__', 'toString'])('%s is only a name', (name) => {
    const rules = { provider: 'openai', standard: null, names: {}, aliases: {} } as const;
    expect(resolveName(name, rules)).toEqual({ ok: true, model: name, instead: null });
  });
});

describe('costs', () => {
  const used = { input: 1_000_000, output: 100_000, cacheRead: 0, cacheWrite: 0 };

  it.each([
    ['claude-sonnet-5-5', 2 + 1],
    ['claude-haiku-4-5-20251001', 1 + 0.5],
    ['gpt-4o-2024-11-20', 2.5 + 1],
    ['claude-haiku-5-5', 0.5 + 0.25],
    ['gpt-6-luna', null],
    ['qwen3:8b', null],
    ['constructor', null],
  ])('%s', (model, dollars) => {
    expect(cost(model, used, {})).toEqual(dollars === null ? null : expect.closeTo(dollars, 9));
  });

  it('configuration wins, for dated names too', () => {
    const prices = { 'claude-sonnet-5-5': { input: 1, output: 0 }, local: { input: 0, output: 0 } };
    expect(cost('claude-sonnet-5-5-20260101', used, prices)).toBe(1);
    expect(cost('Local', used, prices)).toBe(0);
  });

  it('cached prompts cost a tenth, writing them a quarter more', () => {
    const cached = { input: 1_000_000, output: 0, cacheRead: 400_000, cacheWrite: 200_000 };
    expect(cost('claude-sonnet-5-5', cached, {})).toBeCloseTo(2 * (0.4 + 0.04 + 0.25), 9);
  });

  it('the table has a price for what short names stand for', () => {
    for (const model of Object.values(CLAUDE_ALIASES)) expect(PRICES).toHaveProperty([model]);
  });
});

describe('addresses', () => {
  it.each([
    ['http://localhost:11434', anthropicPath, 'http://localhost:11434'],
    ['http://localhost:11434/v1/', anthropicPath, 'http://localhost:11434'],
    ['https://gate/anthropic', anthropicPath, 'https://gate/anthropic'],
    ['http://localhost:11434/', openaiPath, 'http://localhost:11434/v1'],
    ['https://gate/openai/v3//', openaiPath, 'https://gate/openai/v3'],
  ])('%s', (address, rule, baseUrl) => {
    expect(endpoint(address, rule)).toEqual({ baseUrl, where: baseUrl, query: {}, basic: null, secrets: [] });
  });

  it.each(['', 'localhost:11434', 'file:///etc/passwd', 'ftp://host'])('%j is none', (address) => {
    expect(endpoint(address, openaiPath)).toBeNull();
  });
});

describe('redaction', () => {
  it('no secret survives, wherever it stands and however long the text is', () => {
    const secret = fc
      .stringMatching(/^[A-Za-z0-9+/=_ %-]{4,40}$/)
      .filter((value) => !'[hidden]'.includes(value.trim()));
    fc.assert(
      fc.property(secret, fc.string({ maxLength: 600 }), fc.string(), (key, before, after) => {
        fc.pre(!before.includes('[hidden]') && key.trim().length >= 4);
        const told = redactor([key])(`${before}${key}${after}`);
        expect(told.split('[hidden]').some((part) => part.includes(key))).toBe(false);
        expect(told.length).toBeLessThanOrEqual(501);
      }),
    );
  });

  it.each([
    ['key sk-proj-abc***xyz is wrong', 'key [hidden] is wrong'],
    ['Authorization: Bearer abc.def', 'Authorization: Bearer [hidden]'],
    ['http://ann:pw@host/x', 'http://[hidden]@host/x'],
    ['two\nlines\u0007', 'two lines'],
  ])('%j', (text, told) => {
    expect(redactor([])(text)).toBe(told);
  });
});

describe('event streams', () => {
  it('are taken apart, whatever ends their lines', () => {
    fc.assert(
      fc.property(
        fc.array(fc.json(), { minLength: 1 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        (events, end) => {
          const stream = events
            .map((event) => `event: x${end}: comment${end}data: ${event}${end}${end}`)
            .join('');
          expect(eventData(stream)).toEqual(events);
        },
      ),
    );
  });

  it('lines of one event belong together, and the end mark is none', () => {
    expect(eventData('data: a\ndata:b\n\ndata: [DONE]\n\n')).toEqual(['a\nb']);
    expect(eventData('data: cut off')).toEqual(['cut off']);
  });

  it.each([
    ['text/event-stream; charset=utf-8', 'data: {}', true],
    [null, '\nevent: x', true],
    ['text/event-stream', '{"a": 1}', false],
    ['application/json', 'data', false],
  ])('%j %j', (type, body, expected) => {
    expect(isEventStream(type, body)).toBe(expected);
  });
});
