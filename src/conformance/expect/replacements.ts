// Expectations about what hooks replace or hand to the host.
import { anyObject, anything, flag, listOf } from '../../text/shapes/index.js';
import { among, type Expectation, equal, expectation } from './expectation.js';

export const REPLACEMENTS: Readonly<Record<string, Expectation>> = {
  updatedInput: expectation(anyObject, (input, { decision }) =>
    equal(input, decision.updatedInput?.value ?? null),
  ),
  updatedInputAny: expectation(listOf(anyObject), (inputs, { decision }) =>
    among(inputs, decision.updatedInput?.value ?? null),
  ),
  updatedOutput: expectation(anything, (output, { updatedOutput }) => equal(output, updatedOutput)),
  updatedOutputAny: expectation(listOf(anything), (outputs, { updatedOutput }) =>
    among(outputs, updatedOutput),
  ),
  updatedPermissions: expectation(listOf(anything), (updates, { decision }) =>
    equal(updates, decision.updatedPermissions?.value ?? null),
  ),
  interrupt: expectation(flag, (interrupt, { decision }) => equal(interrupt, decision.interrupt)),
  hidePrompt: expectation(flag, (hide, { decision }) => equal(hide, decision.hidePrompt)),
  output: expectation(anyObject, (fields, { decision }) => {
    const got = Object.keys(fields).map((name) => [name, decision.output[name]?.value]);
    return equal(fields, Object.fromEntries(got));
  }),
};
