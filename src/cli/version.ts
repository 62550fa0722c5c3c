// The version of this package.
import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
const found = /"version":\s*"([^"]+)"/.exec(text);

export const VERSION: string = found?.[1] ?? 'unknown';
