// Makes the executable `amplihack-hooks`: one file with what every tool call needs, and one beside it with the rest.
// Hosts start it at every tool call, and Node reads a short file faster than a long one whose parts are not used.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { path, versionInside } from './bundle-parts.mjs';

/** What neither `pre-tool-use` nor `post-tool-use` runs. */
const REST =
  /src\/files\/(?!(?:folder|open|read)\.)|src\/amplihack\/(?:files\/(?:exclusive|shared)|handlers\/(?!(?:pre|post)-tool)|lock-mode\/|memory\/|power-steering\/|reflection\/|registrations\/|session\/|transcript)/;

/** Writes the executable into a folder; gives its path. */
export async function bundleAmplihack(dir) {
  const bundle = await rolldown({
    input: { 'amplihack-hooks': path('src/amplihack/bin.ts') },
    platform: 'node',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: [versionInside],
    preserveEntrySignatures: false,
  });
  await bundle.write({
    dir,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    minify: true,
    chunkFileNames: '[name].cjs',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: 'amplihack-rest', test: REST }],
    },
  });
  await bundle.close();
  const command = join(dir, 'amplihack-hooks.cjs');
  chmodSync(command, 0o755);
  return command;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleAmplihack(path('dist/bin'));
