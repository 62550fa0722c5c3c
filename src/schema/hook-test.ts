// The schema of hook test files.

import { HOOK_TESTS } from '../conformance/hook-tests/index.js';
import { EVENT_NAMES } from '../events/index.js';
import { PROFILE_NAMES } from '../profiles.js';
import {
  anyObject,
  count,
  DRAFT,
  described,
  flag,
  type JsonSchema,
  listOf,
  mapOf,
  oneOf,
  record,
  ref,
  text,
  texts,
} from './json-schema.js';

const nullable = (...types: readonly string[]): JsonSchema => ({ type: [...types, 'null'] });
const permissions = ['allow', 'deny', 'ask', 'defer', null];
const textTrueOrNull: JsonSchema = { anyOf: [nullable('string'), { const: true }] };

/** Some of these fields and no others. */
const some = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  record(properties, Object.keys(properties));

/** A reply of the scripted model. */
const reply: JsonSchema = {
  anyOf: [
    { text },
    { status: count, error: text },
    { verdict: anyObject },
    { tool: text, input: anyObject },
  ].map((fields) => record({ ...fields, delayMs: count }, ['delayMs'])),
};

/** The scripted server. */
const server: JsonSchema = record({
  routes: mapOf(some({ status: count, headers: mapOf(text), body: true, delayMs: count, destroy: flag })),
});

/** What the words of an expectation mean; the words are those of its own error message. */
const SHAPES: Readonly<Record<string, JsonSchema>> = {
  'allow, deny, ask, defer or null': oneOf(...permissions),
  'a list of permissions': listOf(oneOf(...permissions)),
  'true or false': flag,
  'a text': text,
  'a tag': text,
  'a list of texts': texts,
  'a list of tags': texts,
  'a list of field names': texts,
  'true, false or {"reason": a text or null}': {
    anyOf: [flag, { type: 'object', properties: { reason: nullable('string') }, required: ['reason'] }],
  },
  'run, deny or ask': oneOf('run', 'deny', 'ask'),
  'a count': count,
  milliseconds: count,
  'a list of counts': listOf(count),
  'an object': anyObject,
  'a list of objects': listOf(anyObject),
  'a list': { type: 'array' },
  'any value': true,
  '1': oneOf(1),
  'a count for each tag': mapOf(count),
  'a count for each path': mapOf(count),
  'a list of {"path", "method", "headers", "body"}': listOf(
    some({ path: text, method: text, headers: mapOf(text), body: true }),
  ),
  'a list of {"contains", "notContains", "model"}': listOf(
    some({ contains: texts, notContains: texts, model: text }),
  ),
  'a text, true or null for each variable': mapOf(textTrueOrNull),
  'a text or null for each file': mapOf(nullable('string')),
  '[variable, tag, tag]': { type: 'array', items: text, minItems: 3, maxItems: 3 },
};

const expect: JsonSchema = {
  type: 'object',
  minProperties: 1,
  properties: Object.fromEntries(
    Object.entries(HOOK_TESTS.rules).map(([key, { wants }]) => [
      key,
      described(wants, SHAPES[wants] ?? true),
    ]),
  ),
  additionalProperties: false,
};

const content: JsonSchema = { type: ['string', 'object', 'array'] };

const event: JsonSchema = described('A whole event, or only its name.', {
  anyOf: [{ enum: EVENT_NAMES }, { type: 'object' }],
});

const STEP: Readonly<Record<string, JsonSchema>> = {
  event,
  expect: ref('expect'),
  write: described('Files to be written before the event.', mapOf(content)),
  settleMs: described('Milliseconds to wait after the decision.', count),
};

const TEST: Readonly<Record<string, JsonSchema>> = {
  title: text,
  profile: oneOf(...PROFILE_NAMES),
  plugin: described('Whether the plugin that the file lies in is installed; default true.', flag),
  ...STEP,
  steps: { type: 'array', minItems: 1, items: ref('step') },
  version: oneOf(1),
  id: text,
  group: text,
  divergence: text,
  needs: described('Programs without which the test is skipped.', texts),
  files: described('Path → text, or a value to be written as JSON.', mapOf(content)),
  executable: texts,
  plugins: texts,
  settingsFlag: text,
  managed: text,
  settingSources: listOf(oneOf('user', 'project', 'local')),
  cwd: text,
  env: mapOf(text),
  observed: text,
  note: text,
  race: flag,
  behaviour: anyObject,
  http: described('The server that http hooks talk to: path → answer.', server),
  model: described('What the model answers, in order; the last reply repeats.', listOf(reply)),
};

/** A test, a list of tests, or tests with something in common. */
export const hookTestSchema = (): JsonSchema => ({
  $schema: DRAFT,
  title: 'hook test',
  description: 'What the author of a hook expects of it; run by amplifier-hooks test.',
  anyOf: [ref('test'), listOf(ref('test')), ref('tests')],
  definitions: {
    expect,
    step: { type: 'object', properties: STEP, required: ['event', 'expect'], additionalProperties: false },
    test: {
      type: 'object',
      properties: TEST,
      required: ['title'],
      anyOf: [{ required: ['steps'] }, { required: ['event', 'expect'] }],
      additionalProperties: false,
    },
    tests: {
      type: 'object',
      properties: {
        ...TEST,
        cases: {
          type: 'array',
          minItems: 1,
          items: { type: 'object', properties: TEST, additionalProperties: false },
        },
      },
      required: ['cases'],
      additionalProperties: false,
    },
  },
});
