// The script and the style of the page, as they were built.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hasCode } from '../text/index.js';
import { Refused } from './desk.js';

export interface PageFiles {
  readonly script: string;
  readonly style: string;
}

/** Beside the command, or where a build of these sources has put them. */
const PLACES = ['./', '../../dist/bin/', '../../../dist/bin/'];

/** Throws where this is no build. */
export function pageFiles(): PageFiles {
  for (const place of PLACES) {
    const read = (name: string): string =>
      readFileSync(fileURLToPath(new URL(`${place}${name}`, import.meta.url)), 'utf8');
    try {
      return { script: read('studio.js'), style: read('studio.css') };
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
    }
  }
  throw new Refused('the page of the studio was not built', 'In a checkout: npm run build');
}
