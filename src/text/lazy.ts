// The parser for JSON with comments or mistakes; most runs never need it, so it is loaded at the first need.
import { createRequire } from 'node:module';

/** For JSON with comments or mistakes. */
export function jsoncParser(): typeof import('jsonc-parser') {
  return createRequire(import.meta.url)('jsonc-parser');
}
