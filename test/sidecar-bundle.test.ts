// The sidecar that the Python package carries is the one that these sources make.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SIDECAR_FILE, sidecar } from '../scripts/sidecar.mjs';

describe('the sidecar in one file', () => {
  it('is made from the sources as they are', async () => {
    const [first, second] = [await sidecar(), await sidecar()];
    expect(first === second, 'the same sources give different files').toBe(true);
    const committed = readFileSync(SIDECAR_FILE, 'utf8');
    expect(
      committed === first,
      'the committed file is not what these sources make: run npm run sidecar',
    ).toBe(true);
  }, 60_000);

  it('says nothing about the machine it was made on, and carries the licences of what is inside', async () => {
    const text = readFileSync(SIDECAR_FILE, 'utf8');
    const root = fileURLToPath(new URL('..', import.meta.url));
    for (const place of [root, `${homedir()}/`]) expect(text.includes(place), place).toBe(false);
    for (const library of ['jsonc-parser', 'unbash', 'yaml'])
      expect(text).toMatch(new RegExp(`/\\*!\\n${library} \\d`));
  });
});
