// What stands in a test file: a test, a list of tests, or tests with something in common.
import { EVENT_NAMES } from '../../events/index.js';
import { PROFILE_NAMES } from '../../profiles.js';
import {
  anyObject,
  described,
  either,
  flag,
  listOf,
  named,
  narrowed,
  object,
  oneOf,
  optional,
  text,
  withKeywords,
} from '../../text/shapes/index.js';
import { expectShape } from '../expect/index.js';
import { SITUATION, stepFields, stepsOf } from '../vector.js';
import { HOOK_TESTS } from './dialect.js';

// Whoever reads events knows more names for them than an editor should propose.
const event = either(withKeywords({ enum: EVENT_NAMES }, text), anyObject);
const step = stepFields(
  described('A whole event, or only its name.', event),
  named('expect', expectShape(HOOK_TESTS.rules)),
);

const FIELDS = {
  profile: optional(oneOf(...PROFILE_NAMES)),
  plugin: optional(described('Whether the plugin that the file lies in is installed; default true.', flag)),
  // A test of one step needs no list.
  event: optional(step.event),
  expect: optional(step.expect),
  write: step.write,
  settleMs: step.settleMs,
  steps: optional(stepsOf(named('step', object(step)))),
  version: optional(oneOf(1)),
  id: optional(text),
  group: optional(text),
  needs: optional(described('Programs without which the test is skipped.', listOf(text))),
  ...SITUATION,
};

/** A test together with what it shares. That it has one of its two forms is not said by this. */
export const hookTest = object({ title: text, ...FIELDS });

const FORMS = { anyOf: [{ required: ['steps'] }, { required: ['event', 'expect'] }] };
const test = named('test', withKeywords(FORMS, hookTest));
const shared = { title: optional(text), ...FIELDS };
const cases = narrowed(listOf(object(shared)), ({ length }) => length > 0, 'a list of tests', {
  minItems: 1,
});

export const testFile = either(test, listOf(test), named('tests', object({ ...shared, cases })));
