// Expectations about what scripts left behind: starts, saved stdin and environment, files, time.
import { isRecord } from '../../text/index.js';
import {
  anyObject,
  count,
  either,
  type Infer,
  listOf,
  mapOf,
  narrowed,
  oneOf,
  orNull,
  text,
  worded,
} from '../../text/shapes/index.js';
import { parseEnvListing } from '../host/shell.js';
import type { Observed } from '../run-step.js';
import type { Expect } from '../vector.js';
import { type Expectation, equal, expectation, filesByName, type Mismatch } from './expectation.js';

/** A text must be equal, `true` means set and not empty, `null` not set. */
const variable = either(orNull(text), oneOf(true));
const variableMap = worded('a string, true or null for each variable', mapOf(variable));
const tag = worded('a tag', text);
const milliseconds = worded('milliseconds', count);
const twoOfOne = narrowed(listOf(text), ({ length }) => length === 3, '[variable, tag, tag]', {
  minItems: 3,
  maxItems: 3,
});

function savedStdin(seen: Observed, { stdinOf }: Expect): string | null {
  return typeof stdinOf === 'string' ? seen.saved(`${stdinOf}.stdin`) : null;
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

function savedEnv(seen: Observed, of: unknown): Readonly<Record<string, string>> | null {
  const listing = typeof of === 'string' ? seen.saved(`${of}.env`) : null;
  return listing === null ? null : parseEnvListing(listing);
}

function variables(
  expected: Infer<typeof variableMap>,
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
  ran: expectation(worded('a count for each tag', mapOf(count)), (counts, { ran }) => {
    const got = Object.keys(counts).map((tag) => [tag, ran.get(tag) ?? 0]);
    return equal(counts, Object.fromEntries(got));
  }),
  stdinOf: expectation(tag, (of, seen, all) =>
    Object.keys(stdinFields(seen, all)).length > 0
      ? null
      : { expected: `a JSON object in ${of}.stdin`, got: savedStdin(seen, all) },
  ),
  stdin: expectation(anyObject, (fields, seen, all) => {
    const stdin = stdinFields(seen, all);
    const present = Object.keys(fields).filter((name) => Object.hasOwn(stdin, name));
    return equal(fields, Object.fromEntries(present.map((name) => [name, stdin[name]])));
  }),
  stdinLines: expectation(oneOf(1), (_, seen, all) => {
    const raw = savedStdin(seen, all);
    return raw !== null && raw.indexOf('\n') === raw.length - 1
      ? null
      : { expected: 'one line with a newline at its end', got: raw };
  }),
  stdinAbsent: expectation(worded('a list of field names', listOf(text)), (names, seen, all) => {
    const stdin = stdinFields(seen, all);
    const present = names.filter((name) => Object.hasOwn(stdin, name));
    return present.length === 0 ? null : { expected: { absent: names }, got: { present } };
  }),
  envOf: expectation(tag, (of, seen) =>
    savedEnv(seen, of) === null ? { expected: `an environment in ${of}.env`, got: null } : null,
  ),
  env: expectation(variableMap, (expected, seen, all) => variables(expected, savedEnv(seen, all['envOf']))),
  envDiffers: expectation(twoOfOne, ([name = '', first, second], seen) => {
    const [one, other] = [savedEnv(seen, first)?.[name], savedEnv(seen, second)?.[name]];
    return one !== undefined && other !== undefined && one !== other
      ? null
      : { expected: `${name} differs between ${first} and ${second}`, got: [one ?? null, other ?? null] };
  }),
  shellEnv: expectation(variableMap, (expected, { shellEnv }) => variables(expected, shellEnv)),
  shellPathEndsWith: expectation(text, (end, { shellEnv }) => {
    const path = shellEnv?.['PATH'] ?? null;
    return path?.endsWith(end) ? null : { expected: { endsWith: end }, got: path };
  }),
  tmpFiles: expectation(filesByName, (files, { saved }) => {
    const got = Object.keys(files).map((name) => [name, saved(name)]);
    return equal(files, Object.fromEntries(got));
  }),
  minMs: expectation(milliseconds, (limit, { elapsedMs }) =>
    elapsedMs >= limit ? null : { expected: { atLeastMs: limit }, got: Math.round(elapsedMs) },
  ),
  maxMs: expectation(milliseconds, (limit, { elapsedMs, timeScale }) =>
    elapsedMs <= limit * timeScale
      ? null
      : { expected: { atMostMs: limit * timeScale }, got: Math.round(elapsedMs) },
  ),
};
