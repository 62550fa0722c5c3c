// The version of this package. The bundled executable has it inside and reads no file for it.
import { existsSync, readFileSync } from 'node:fs';

/** The nearest package.json above: where this file lies differs between source and build. */
function packageFile(): URL | null {
  for (let folder = new URL('.', import.meta.url); ; folder = new URL('..', folder)) {
    const file = new URL('package.json', folder);
    if (existsSync(file)) return file;
    if (folder.pathname === '/') return null;
  }
}

export function version(): string {
  const file = packageFile();
  const found = file === null ? null : /"version":\s*"([^"]+)"/.exec(readFileSync(file, 'utf8'));
  return found?.[1] ?? 'unknown';
}
