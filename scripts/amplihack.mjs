// Makes the executable `amplihack-hooks`: one file with what every tool call needs, and one beside it with the rest.
// Hosts start it at every tool call, and Node reads a short file faster than a long one whose parts are not used.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { path, versionInside, write } from './bundle-parts.mjs';

/**
 * Writes the executable into a folder; gives its path.
 *
 * @param modules gets the names of the modules inside
 */
export async function bundleAmplihack(dir, modules = []) {
  modules.push(
    ...(await write(
      {
        input: { 'amplihack-hooks': path('src/amplihack/bin.ts') },
        plugins: [versionInside],
        preserveEntrySignatures: false,
      },
      { dir, chunkFileNames: 'amplihack-rest.cjs' },
    )),
  );
  const command = join(dir, 'amplihack-hooks.cjs');
  chmodSync(command, 0o755);
  return command;
}
