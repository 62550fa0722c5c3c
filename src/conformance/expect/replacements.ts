// Expectations about what hooks replace or hand to the host.
import { isFlag, isList, isRecord } from '../guards.js';
import { type Expectation, equal, expectation, oneOf } from './expectation.js';

const isAnything = (value: unknown): value is unknown => value !== undefined;

export const REPLACEMENTS: Readonly<Record<string, Expectation>> = {
  updatedInput: expectation('an object', isRecord, (input, { decision }) =>
    equal(input, decision.updatedInput?.value ?? null),
  ),
  updatedInputAny: expectation('a list of objects', isList, (inputs, { decision }) =>
    oneOf(inputs, decision.updatedInput?.value ?? null),
  ),
  updatedOutput: expectation('any value', isAnything, (output, { updatedOutput }) =>
    equal(output, updatedOutput),
  ),
  updatedOutputAny: expectation('a list', isList, (outputs, { updatedOutput }) =>
    oneOf(outputs, updatedOutput),
  ),
  updatedPermissions: expectation('a list', isList, (updates, { decision }) =>
    equal(updates, decision.updatedPermissions?.value ?? null),
  ),
  interrupt: expectation('true or false', isFlag, (interrupt, { decision }) =>
    equal(interrupt, decision.interrupt),
  ),
  hidePrompt: expectation('true or false', isFlag, (hide, { decision }) => equal(hide, decision.hidePrompt)),
  output: expectation('an object', isRecord, (fields, { decision }) => {
    const got = Object.keys(fields).map((name) => [name, decision.output[name]?.value]);
    return equal(fields, Object.fromEntries(got));
  }),
};
