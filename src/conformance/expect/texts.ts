// Expectations about texts for the model and for the user.
import type { Said } from '../../nouns.js';
import { isCount, isListOf, isText } from '../guards.js';
import { type Expectation, equal, expectation, type Mismatch, sameItems } from './expectation.js';

const values = (said: readonly Said<string>[]): string[] => said.map(({ value }) => value);

const trimmed = (texts: readonly string[]): string[] => texts.map((text) => text.trimEnd());

const noneLonger = (limit: number, said: readonly Said<string>[]): Mismatch | null => {
  const lengths = said.map(({ value }) => value.length);
  return lengths.every((length) => length <= limit)
    ? null
    : { expected: { atMost: limit }, got: { lengths } };
};

const isTexts = isListOf(isText);

export const TEXTS: Readonly<Record<string, Expectation>> = {
  context: expectation('a list of texts', isTexts, (texts, { decision }) =>
    equal(texts, values(decision.context)),
  ),
  contextSet: expectation('a list of texts', isTexts, (texts, { decision }) =>
    sameItems(texts, values(decision.context)),
  ),
  contextLengths: expectation('a list of counts', isListOf(isCount), (lengths, { decision }) =>
    sameItems(
      lengths,
      values(decision.context).map((text) => text.length),
    ),
  ),
  contextMaxLength: expectation('a count', isCount, (limit, { decision }) =>
    noneLonger(limit, decision.context),
  ),
  feedback: expectation('a list of texts', isTexts, (texts, { decision }) =>
    equal(trimmed(texts), trimmed(values(decision.feedback))),
  ),
  feedbackSet: expectation('a list of texts', isTexts, (texts, { decision }) =>
    sameItems(trimmed(texts), trimmed(values(decision.feedback))),
  ),
  systemMessages: expectation('a list of texts', isTexts, (texts, { decision }) =>
    equal(texts, values(decision.systemMessages)),
  ),
  systemMessagesSet: expectation('a list of texts', isTexts, (texts, { decision }) =>
    sameItems(texts, values(decision.systemMessages)),
  ),
  systemMessageMaxLength: expectation('a count', isCount, (limit, { decision }) =>
    noneLonger(limit, decision.systemMessages),
  ),
  late: expectation('a list of texts', isTexts, (texts, { late }) => sameItems(texts, late)),
};
