// The version of this package.
import { existsSync, readFileSync } from 'node:fs';

/** The nearest package.json above: where this file lies differs between source, build and bundle. */
function packageFile(): URL | null {
  for (let folder = new URL('.', import.meta.url); ; folder = new URL('..', folder)) {
    const file = new URL('package.json', folder);
    if (existsSync(file)) return file;
    if (folder.pathname === '/') return null;
  }
}

const file = packageFile();
const found = file === null ? null : /"version":\s*"([^"]+)"/.exec(readFileSync(file, 'utf8'));

export const VERSION: string = found?.[1] ?? 'unknown';
