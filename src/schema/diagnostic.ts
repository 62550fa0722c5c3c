// A diagnostic as commands print it.
import type { Severity } from '../nouns.js';
import { integer, object, oneOf, orNull, type Shape, text } from '../text/shapes/index.js';

const severity: Shape<Severity> = oneOf('error', 'warning', 'info');

export const diagnostic = object({
  code: text,
  severity,
  message: text,
  file: orNull(text),
  line: orNull(integer),
  column: orNull(integer),
  hint: orNull(text),
});
