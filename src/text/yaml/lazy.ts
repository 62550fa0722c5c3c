// The YAML library, loaded at the first need; the same two ways as for JSON with comments.
import { createRequire } from 'node:module';

export function yamlParser(): typeof import('yaml') {
  try {
    return require('yaml');
  } catch {
    return createRequire(import.meta.url)('yaml');
  }
}
