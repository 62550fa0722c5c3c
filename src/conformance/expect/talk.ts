// Expectations about what hooks asked a server or a model.
import type { ModelRequest } from '../../nouns.js';
import { isRecord } from '../../text/index.js';
import {
  anything,
  count,
  type Infer,
  listOf,
  mapOf,
  object,
  optional,
  text,
  worded,
} from '../../text/shapes/index.js';
import type { SeenRequest } from '../scripted/index.js';
import { type Expectation, equal, expectation, type Mismatch } from './expectation.js';

const request = object({
  path: optional(text),
  method: optional(text),
  headers: optional(mapOf(text)),
  body: optional(anything),
});
const modelRequest = object({
  contains: optional(listOf(text)),
  notContains: optional(listOf(text)),
  model: optional(text),
});

export const TALK: Readonly<Record<string, Expectation>> = {
  requestCount: expectation(worded('a count for each path', mapOf(count)), (counts, { requests }) => {
    const got = Object.keys(counts).map((path) => [path, requests.filter((one) => one.path === path).length]);
    return equal(counts, Object.fromEntries(got));
  }),
  requests: expectation(
    worded('a list of {"path", "method", "headers", "body"}', listOf(request)),
    (expected, { requests }) => inOrder(expected, requests, requestFits, (seen) => seen),
  ),
  modelCalls: expectation(count, (calls, { modelRequests }) => equal(calls, modelRequests.length)),
  modelRequests: expectation(
    worded('a list of {"contains", "notContains", "model"}', listOf(modelRequest)),
    (expected, { modelRequests }) =>
      inOrder(expected, modelRequests, modelRequestFits, (seen) => ({
        model: seen.model,
        text: userText(seen),
      })),
  ),
};

/** Each description fits the request at its place; there may be more requests. */
function inOrder<D, T>(
  expected: readonly D[],
  seen: readonly T[],
  fits: (description: D, one: T) => boolean,
  shown: (one: T) => unknown,
): Mismatch | null {
  const right = expected.every((description, index) => {
    const one = seen[index];
    return one !== undefined && fits(description, one);
  });
  return right ? null : { expected, got: seen.map(shown) };
}

function requestFits(
  { path, method, headers = {}, body }: Infer<typeof request>,
  seen: SeenRequest,
): boolean {
  return (
    (path === undefined || path === seen.path) &&
    (method === undefined || method === seen.method) &&
    Object.entries(headers).every(([name, value]) => headerFits(name, value, seen.headers[name])) &&
    (body === undefined || isPartOf(body, parsed(seen.body)))
  );
}

const headerFits = (name: string, expected: unknown, got: unknown): boolean =>
  got === expected ||
  (name === 'content-type' && typeof got === 'string' && got.replace(/;\s*charset=[^;]*$/i, '') === expected);

/** Every key of an object is there with the same value, nested likewise. */
function isPartOf(expected: unknown, got: unknown): boolean {
  if (!isRecord(expected)) return equal(expected, got) === null;
  return (
    isRecord(got) &&
    Object.entries(expected).every(([key, value]) => Object.hasOwn(got, key) && isPartOf(value, got[key]))
  );
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function modelRequestFits(
  { contains = [], notContains = [], model }: Infer<typeof modelRequest>,
  seen: ModelRequest,
): boolean {
  const said = userText(seen);
  return (
    (model === undefined || model === seen.model) &&
    contains.every((part) => said.includes(part)) &&
    notContains.every((part) => !said.includes(part))
  );
}

const userText = ({ messages }: ModelRequest): string =>
  messages.flatMap((message) => (message.role === 'user' ? [message.text] : [])).join('\n');
