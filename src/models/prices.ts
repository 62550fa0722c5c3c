// What tokens cost: list prices of the providers' own services, gathered on 2026-11-15 and not guaranteed. Configuration wins.
import type { Price } from './config.js';

interface Row extends Price {
  /** The row holds for prompts of up to this many tokens. */
  readonly upTo?: number;
}

const price = (input: number, output: number): readonly Row[] => [{ input, output }];
const LONG_PROMPT = 272_000;

/** Dollars for a million tokens. Beyond the last `upTo` the price is not known. */
export const PRICES: Readonly<Record<string, readonly Row[]>> = {
  'claude-haiku-5-5': [
    { input: 0.1, output: 0.5, upTo: 100_000 },
    { input: 0.5, output: 2.5 },
  ],
  'claude-haiku-4-5': price(1, 5),
  'claude-sonnet-5-5': price(2, 10),
  'claude-sonnet-5': price(2, 10),
  'claude-sonnet-4-6': price(3, 15),
  'claude-sonnet-4-5': price(3, 15),
  'claude-opus-5-5': price(4, 20),
  'claude-opus-5': price(5, 25),
  'claude-opus-4-6': price(5, 25),
  'claude-opus-4-5': price(5, 25),
  'claude-fable-5-1': price(10, 50),
  'gpt-6.1-sol': [{ input: 2, output: 10, upTo: LONG_PROMPT }],
  'gpt-6.1-terra': [{ input: 1, output: 5, upTo: LONG_PROMPT }],
  'gpt-6-sol': [{ input: 2, output: 10, upTo: LONG_PROMPT }],
  'gpt-6-luna': [{ input: 0.1, output: 0.5, upTo: LONG_PROMPT }],
  'gpt-5-mini': price(0.25, 2),
  'gpt-5-nano': price(0.05, 0.4),
  'gpt-4.1': price(2, 8),
  'gpt-4.1-mini': price(0.4, 1.6),
  'gpt-4.1-nano': price(0.1, 0.4),
  'gpt-4o': price(2.5, 10),
  'gpt-4o-mini': price(0.15, 0.6),
};

export interface Used {
  /** All of the prompt, cached or not. */
  readonly input: number;
  readonly output: number;
  /** Of `input`: read from the provider's cache, at a tenth of the price. */
  readonly cacheRead: number;
  /** Of `input`: written to the provider's cache, at a quarter more. */
  readonly cacheWrite: number;
}

/** Dollars; `null`: the price is not known. */
export function cost(model: string, used: Used, configured: Readonly<Record<string, Price>>): number | null {
  const found = rateOf(model, used.input, configured);
  if (found === null) return null;
  const plain = used.input - used.cacheRead - used.cacheWrite;
  const input = plain + used.cacheRead * 0.1 + used.cacheWrite * 1.25;
  return (input * found.input + used.output * found.output) / 1_000_000;
}

/** What a short prompt costs; `null`: the price is not known. */
export const priceOf = (model: string, configured: Readonly<Record<string, Price>>): Price | null =>
  rateOf(model, 0, configured);

function rateOf(model: string, input: number, configured: Readonly<Record<string, Price>>): Price | null {
  const name = model.toLowerCase();
  // A dated name is the same model: `claude-haiku-4-5-20251001`, `gpt-4o-2024-11-20`.
  const undated = name.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, '');
  const own = pick(configured, name) ?? pick(configured, undated);
  if (own !== null) return own;
  const rows = pick(PRICES, name) ?? pick(PRICES, undated) ?? [];
  return rows.find(({ upTo }) => upTo === undefined || input <= upTo) ?? null;
}

function pick<T>(table: Readonly<Record<string, T>>, name: string): T | null {
  return Object.hasOwn(table, name) ? (table[name] ?? null) : null;
}
