// The YAML library, loaded at the first need, as the one for JSON with comments is.
import { createRequire } from 'node:module';

export function yamlParser(): typeof import('yaml') {
  return createRequire(import.meta.url)('yaml');
}
