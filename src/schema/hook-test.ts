// The schema of hook test files.
import { testFile } from '../conformance/hook-tests/index.js';
import { DRAFT, type JsonSchema, schemaOf } from '../text/shapes/index.js';

/** A test, a list of tests, or tests with something in common. */
export const hookTestSchema = (): JsonSchema => ({
  $schema: DRAFT,
  title: 'hook test',
  description: 'What the author of a hook expects of it; run by amplifier-hooks test.',
  ...schemaOf(testFile),
});
