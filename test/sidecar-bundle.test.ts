// What the Python package carries is what these sources make.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { COMMANDS_FILE, commands, SIDECAR_FILE, sidecar } from '../scripts/sidecar.mjs';

describe.each([
  ['the sidecar', SIDECAR_FILE, sidecar],
  ['the command line', COMMANDS_FILE, commands],
] as const)('%s in one file', (_, file, make) => {
  it('is made from the sources as they are', async () => {
    const [first, second] = [await make(), await make()];
    expect(first === second, 'the same sources give different files').toBe(true);
    const committed = readFileSync(file, 'utf8');
    expect(
      committed === first,
      'the committed file is not what these sources make: run npm run sidecar',
    ).toBe(true);
  }, 60_000);

  it('says nothing about the machine it was made on, and carries the licences of what is inside', async () => {
    const text = readFileSync(file, 'utf8');
    const root = fileURLToPath(new URL('..', import.meta.url));
    for (const place of [root, `${homedir()}/`]) expect(text.includes(place), place).toBe(false);
    for (const library of ['jsonc-parser', 'unbash', 'yaml'])
      expect(text).toMatch(new RegExp(`/\\*!\\n${library} \\d`));
  });
});
