// Fills in what a vector leaves open: tokens such as @PROJECT@, and long strings.
import { isRecord } from '../text/index.js';
import { count, is, open, text } from '../text/shapes/index.js';

/** Token name → its value. */
export type Tokens = Readonly<Record<string, string>>;

const TOKEN = /@([A-Z]+)@/g;
const repeated = open({ $repeat: text, times: count });

/** Replaces the known tokens in a text; anything else between at-signs stays. */
export const fillText = (given: string, tokens: Tokens): string =>
  given.replace(TOKEN, (whole, name: string) =>
    Object.hasOwn(tokens, name) ? (tokens[name] ?? whole) : whole,
  );

/** Replaces tokens in every string and key of a JSON value, and writes `{"$repeat", "times"}` out. */
export function fill(value: unknown, tokens: Tokens): unknown {
  if (typeof value === 'string') return fillText(value, tokens);
  if (Array.isArray(value)) return value.map((item) => fill(item, tokens));
  return isRecord(value) ? fillRecord(value, tokens) : value;
}

function fillRecord(value: Readonly<Record<string, unknown>>, tokens: Tokens): unknown {
  return is(repeated, value) ? fillText(value.$repeat, tokens).repeat(value.times) : fillMap(value, tokens);
}

/** The same for an object that stands for itself. */
export const fillMap = (
  value: Readonly<Record<string, unknown>>,
  tokens: Tokens,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [fillText(key, tokens), fill(item, tokens)]));
