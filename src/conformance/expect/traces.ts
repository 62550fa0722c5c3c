// Expectations about what scripts left behind: starts, saved stdin and environment, files, time.
import { parseEnvListing } from '../env-listing.js';
import { isCount, isListOf, isMapOf, isOneOf, isRecord, isText } from '../guards.js';
import type { Observed } from '../observed.js';
import type { Expect } from '../vector.js';
import { type Expectation, equal, expectation, type Mismatch } from './expectation.js';

type Variable = string | true | null;

const isVariable = (value: unknown): value is Variable => value === null || value === true || isText(value);
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);

function savedStdin(seen: Observed, { stdinOf }: Expect): string | null {
  return isText(stdinOf) ? seen.saved(`${stdinOf}.stdin`) : null;
}

/** The saved stdin as an object; empty where nothing or something else was saved, which `stdinOf` reports. */
function stdinFields(seen: Observed, all: Expect): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(savedStdin(seen, all) ?? '');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function savedEnv(seen: Observed, tag: unknown): Readonly<Record<string, string>> | null {
  const listing = isText(tag) ? seen.saved(`${tag}.env`) : null;
  return listing === null ? null : parseEnvListing(listing);
}

/** Compares variables: a text must be equal, `true` means set and not empty, `null` not set. */
function variables(
  expected: Readonly<Record<string, Variable>>,
  env: Readonly<Record<string, string>> | null,
): Mismatch | null {
  if (env === null) return { expected, got: 'no environment was saved' };
  const wrong = Object.entries(expected).filter(([name, value]) => {
    const got = env[name];
    return value === true ? got === undefined || got === '' : got !== (value ?? undefined);
  });
  if (wrong.length === 0) return null;
  return {
    expected: Object.fromEntries(wrong),
    got: Object.fromEntries(wrong.map(([name]) => [name, env[name] ?? null])),
  };
}

export const TRACES: Readonly<Record<string, Expectation>> = {
  ran: expectation('a count for each tag', isMapOf(isCount), (counts, { ran }) => {
    const got = Object.keys(counts).map((tag) => [tag, ran.get(tag) ?? 0]);
    return equal(counts, Object.fromEntries(got));
  }),
  stdinOf: expectation('a tag', isText, (tag, seen, all) =>
    Object.keys(stdinFields(seen, all)).length > 0
      ? null
      : { expected: `a JSON object in ${tag}.stdin`, got: savedStdin(seen, all) },
  ),
  stdin: expectation('an object', isRecord, (fields, seen, all) => {
    const stdin = stdinFields(seen, all);
    const present = Object.keys(fields).filter((name) => Object.hasOwn(stdin, name));
    return equal(fields, Object.fromEntries(present.map((name) => [name, stdin[name]])));
  }),
  stdinLines: expectation('1', isOneOf(1), (_, seen, all) => {
    const raw = savedStdin(seen, all);
    return raw !== null && raw.indexOf('\n') === raw.length - 1
      ? null
      : { expected: 'one line with a newline at its end', got: raw };
  }),
  stdinAbsent: expectation('a list of field names', isListOf(isText), (names, seen, all) => {
    const stdin = stdinFields(seen, all);
    const present = names.filter((name) => Object.hasOwn(stdin, name));
    return present.length === 0 ? null : { expected: { absent: names }, got: { present } };
  }),
  envOf: expectation('a tag', isText, (tag, seen) =>
    savedEnv(seen, tag) === null ? { expected: `an environment in ${tag}.env`, got: null } : null,
  ),
  env: expectation('a text, true or null for each variable', isMapOf(isVariable), (expected, seen, all) =>
    variables(expected, savedEnv(seen, all['envOf'])),
  ),
  envDiffers: expectation('[variable, tag, tag]', isListOf(isText), ([name = '', first, second], seen) => {
    const [one, other] = [savedEnv(seen, first)?.[name], savedEnv(seen, second)?.[name]];
    return one !== undefined && other !== undefined && one !== other
      ? null
      : { expected: `${name} differs between ${first} and ${second}`, got: [one ?? null, other ?? null] };
  }),
  shellEnv: expectation(
    'a text, true or null for each variable',
    isMapOf(isVariable),
    (expected, { shellEnv }) => variables(expected, shellEnv),
  ),
  shellPathEndsWith: expectation('a text', isText, (end, { shellEnv }) => {
    const path = shellEnv?.['PATH'] ?? null;
    return path?.endsWith(end) ? null : { expected: { endsWith: end }, got: path };
  }),
  tmpFiles: expectation('a text or null for each file', isMapOf(isTextOrNull), (files, { saved }) => {
    const got = Object.keys(files).map((name) => [name, saved(name)]);
    return equal(files, Object.fromEntries(got));
  }),
  minMs: expectation('milliseconds', isCount, (limit, { elapsedMs }) =>
    elapsedMs >= limit ? null : { expected: { atLeastMs: limit }, got: Math.round(elapsedMs) },
  ),
  maxMs: expectation('milliseconds', isCount, (limit, { elapsedMs, timeScale }) =>
    elapsedMs <= limit * timeScale
      ? null
      : { expected: { atMostMs: limit * timeScale }, got: Math.round(elapsedMs) },
  ),
};
