// Our modules as files that a plain Node process can import.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('..', import.meta.url));

/** Compiles files of `src/` and all they import into a new folder with the same paths; the folder. */
export function compiled(...files: readonly string[]): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-compiled-')));
  const options = '--module nodenext --target es2023 --types node --noCheck --ignoreConfig';
  execFileSync(join(src, '../node_modules/.bin/tsc'), [
    ...files.map((file) => join(src, file)),
    '--outDir',
    folder,
    '--rootDir',
    src,
    ...options.split(' '),
  ]);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}
