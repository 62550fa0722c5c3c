import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shellEnvironment } from './shell.js';

it('a later shell command sees what the env files export, the later file winning', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'env files-'));
  try {
    const [first, second] = [join(directory, '1.sh'), join(directory, '2.sh')];
    writeFileSync(first, 'export FOO=from-a\nexport ONLY="a b"\nHIDDEN=1\n');
    writeFileSync(second, 'export FOO=from-b\nexport PATH="$PATH:/added"\n');
    const env = await shellEnvironment([first, second], { PATH: '/usr/bin:/bin', KEPT: 'yes' });
    expect(env).toMatchObject({ FOO: 'from-b', ONLY: 'a b', KEPT: 'yes', PATH: '/usr/bin:/bin:/added' });
    expect(env).not.toHaveProperty('HIDDEN');
  } finally {
    rmSync(directory, { recursive: true });
  }
});
