// Expectations about what hooks asked a server or a model.
import type { ModelRequest } from '../../nouns.js';
import { isCount, isListOf, isMapOf, isRecord, isText } from '../guards.js';
import type { SeenRequest } from '../scripted/index.js';
import { type Expectation, equal, expectation, type Mismatch } from './expectation.js';

type Fields = Readonly<Record<string, unknown>>;

const HTTP_KEYS: Readonly<Record<string, (value: unknown) => boolean>> = {
  path: isText,
  method: isText,
  headers: isMapOf(isText),
  body: () => true,
};
const MODEL_KEYS: Readonly<Record<string, (value: unknown) => boolean>> = {
  contains: isListOf(isText),
  notContains: isListOf(isText),
  model: isText,
};

const isDescribedBy =
  (keys: typeof HTTP_KEYS) =>
  (value: unknown): value is Fields =>
    isRecord(value) &&
    Object.entries(value).every(([key, item]) => Object.hasOwn(keys, key) && keys[key]?.(item));

export const TALK: Readonly<Record<string, Expectation>> = {
  requestCount: expectation('a count for each path', isMapOf(isCount), (counts, { requests }) => {
    const got = Object.keys(counts).map((path) => [path, requests.filter((one) => one.path === path).length]);
    return equal(counts, Object.fromEntries(got));
  }),
  requests: expectation(
    'a list of {"path", "method", "headers", "body"}',
    isListOf(isDescribedBy(HTTP_KEYS)),
    (expected, { requests }) => inOrder(expected, requests, requestFits, (request) => request),
  ),
  modelCalls: expectation('a count', isCount, (count, { modelRequests }) =>
    equal(count, modelRequests.length),
  ),
  modelRequests: expectation(
    'a list of {"contains", "notContains", "model"}',
    isListOf(isDescribedBy(MODEL_KEYS)),
    (expected, { modelRequests }) =>
      inOrder(expected, modelRequests, modelRequestFits, (request) => ({
        model: request.model,
        text: userText(request),
      })),
  ),
};

/** Each description fits the request at its place; there may be more requests. */
function inOrder<T>(
  expected: readonly Fields[],
  seen: readonly T[],
  fits: (description: Fields, request: T) => boolean,
  shown: (request: T) => unknown,
): Mismatch | null {
  const right = expected.every((description, index) => {
    const request = seen[index];
    return request !== undefined && fits(description, request);
  });
  return right ? null : { expected, got: seen.map(shown) };
}

function requestFits({ path, method, headers, body }: Fields, request: SeenRequest): boolean {
  return (
    (path === undefined || path === request.path) &&
    (method === undefined || method === request.method) &&
    Object.entries(isRecord(headers) ? headers : {}).every(([name, value]) =>
      headerFits(name, value, request.headers[name]),
    ) &&
    (body === undefined || isPartOf(body, parsed(request.body)))
  );
}

const headerFits = (name: string, expected: unknown, got: unknown): boolean =>
  got === expected ||
  (name === 'content-type' && isText(got) && got.replace(/;\s*charset=[^;]*$/i, '') === expected);

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

function modelRequestFits({ contains, notContains, model }: Fields, request: ModelRequest): boolean {
  const text = userText(request);
  const texts = (value: unknown): readonly string[] => (isListOf(isText)(value) ? value : []);
  return (
    (model === undefined || model === request.model) &&
    texts(contains).every((part) => text.includes(part)) &&
    texts(notContains).every((part) => !text.includes(part))
  );
}

const userText = ({ messages }: ModelRequest): string =>
  messages.flatMap((message) => (message.role === 'user' ? [message.text] : [])).join('\n');
