// The version of this package. Bundles have it inside and read no file for it.
import { readFileSync } from 'node:fs';
import { ownFile } from './package.js';

const file = ownFile('package.json');
const found = file === null ? null : /"version":\s*"([^"]+)"/.exec(readFileSync(file, 'utf8'));

export const VERSION: string = found?.[1] ?? 'unknown';
