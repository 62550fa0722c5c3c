// Makes the command of the package, dist/bin/.
// Node starts a few CommonJS files faster than many modules, and a library that is not needed is not even read:
// libraries that several parts use are files of their own beside the bundle, the others lie in the one part that uses
// them, and both are loaded where they are first used.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { librariesBeside, path, versionInside } from './bundle-parts.mjs';

/** Libraries that several parts use. */
const libraries = ['commander', 'jsonc-parser', 'unbash', 'yaml'];

/** Libraries that are imported where they are always loaded, but seldom used. */
const LAZY = ['unbash'];

/** What answering an event in a project without hooks takes, in one file. */
const QUICK =
  /src\/(?:events\/|text\/(?:(?:index|values|reason|url|wildcard|codes|tree|similar|edit-distance)\.ts|shapes\/)|profiles\.ts|config\/nothing\.ts|cli\/(?:dispatch\/(?:line|order)\.ts|options\/flags\.ts))/;

async function make(dir, input, output) {
  const resolve = { mainFields: ['module', 'main'], extensionAlias: { '.js': ['.ts', '.js'] } };
  const bundle = await rolldown({ platform: 'node', resolve, ...input });
  await bundle.write({ dir, format: 'cjs', entryFileNames: '[name].cjs', minify: true, ...output });
  await bundle.close();
}

/** Writes the command and what belongs to it into a folder; gives the path of the command. */
export async function bundle(dir) {
  await make(
    dir,
    {
      input: { 'amplifier-hooks': path('src/cli/bin.ts') },
      plugins: [librariesBeside(libraries, LAZY), versionInside],
      preserveEntrySignatures: false,
    },
    {
      chunkFileNames: '[name]-[hash].cjs',
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: 'quick', test: QUICK }] },
    },
  );
  for (const library of libraries)
    await make(dir, { input: { [library]: library } }, { codeSplitting: false });
  const command = join(dir, 'amplifier-hooks.cjs');
  chmodSync(command, 0o755);
  return command;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(path('dist/bin'));
