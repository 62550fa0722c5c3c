// This package itself: where its files lie.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The nearest folder above with a package.json: where this file lies differs between source, build and bundle. */
function folder(): URL | null {
  for (let here = new URL('.', import.meta.url); ; here = new URL('..', here)) {
    if (existsSync(new URL('package.json', here))) return here;
    if (here.pathname === '/') return null;
  }
}

/** The path of a file of this package; `null`: it is not there. */
export function ownFile(name: string): string | null {
  const home = folder();
  const file = home === null ? null : fileURLToPath(new URL(name, home));
  return file !== null && existsSync(file) ? file : null;
}
