// Parsers that most runs never need, loaded at the first need.
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

/** For front matter. */
export function yamlParser(): typeof import('yaml') {
  try {
    return require('yaml');
  } catch {
    return createRequire(import.meta.url)('yaml');
  }
}
