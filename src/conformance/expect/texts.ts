// Expectations about texts for the model and for the user.
import type { Said } from '../../nouns.js';
import { count, listOf, text } from '../../text/shapes/index.js';
import { type Expectation, equal, expectation, type Mismatch, sameItems } from './expectation.js';

const values = (said: readonly Said<string>[]): string[] => said.map(({ value }) => value);

const trimmed = (lines: readonly string[]): string[] => lines.map((line) => line.trimEnd());

const noneLonger = (limit: number, said: readonly Said<string>[]): Mismatch | null => {
  const lengths = said.map(({ value }) => value.length);
  return lengths.every((length) => length <= limit)
    ? null
    : { expected: { atMost: limit }, got: { lengths } };
};

const texts = listOf(text);

export const TEXTS: Readonly<Record<string, Expectation>> = {
  context: expectation(texts, (expected, { decision }) => equal(expected, values(decision.context))),
  contextSet: expectation(texts, (expected, { decision }) => sameItems(expected, values(decision.context))),
  contextLengths: expectation(listOf(count), (lengths, { decision }) =>
    sameItems(
      lengths,
      values(decision.context).map(({ length }) => length),
    ),
  ),
  contextMaxLength: expectation(count, (limit, { decision }) => noneLonger(limit, decision.context)),
  feedback: expectation(texts, (expected, { decision }) =>
    equal(trimmed(expected), trimmed(values(decision.feedback))),
  ),
  feedbackSet: expectation(texts, (expected, { decision }) =>
    sameItems(trimmed(expected), trimmed(values(decision.feedback))),
  ),
  systemMessages: expectation(texts, (expected, { decision }) =>
    equal(expected, values(decision.systemMessages)),
  ),
  systemMessagesSet: expectation(texts, (expected, { decision }) =>
    sameItems(expected, values(decision.systemMessages)),
  ),
  systemMessageMaxLength: expectation(count, (limit, { decision }) =>
    noneLonger(limit, decision.systemMessages),
  ),
  late: expectation(texts, (expected, { late }) => sameItems(expected, late)),
};
