// The parser for JSON with comments or mistakes; most runs never need it, so it is loaded at the first need.
import { createRequire } from 'node:module';

// A bundler takes the library in where it sees a plain `require`; without one a module has no `require`, and the
// second way is taken. Both are synchronous, as loading is.

/** For JSON with comments or mistakes. */
export function jsoncParser(): typeof import('jsonc-parser') {
  try {
    return require('jsonc-parser');
  } catch {
    return createRequire(import.meta.url)('jsonc-parser');
  }
}
