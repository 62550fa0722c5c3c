// Makes the command of the package, dist/bin/.
// Node starts a few CommonJS files faster than many modules, and a library that is not needed is not even read:
// libraries that several parts use are files of their own beside the bundle, the others lie in the one part that uses
// them, and both are loaded where they are first used.
import { chmodSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const { version } = createRequire(import.meta.url)('../package.json');

/** Libraries that several parts use. */
const libraries = ['commander', 'jsonc-parser', 'unbash', 'yaml'];

/** Libraries that are imported where they are always loaded, but seldom used. */
const LAZY = ['unbash'];
const VIRTUAL = '\0lazy:';

/** What answering an event in a project without hooks takes, in one file. */
const QUICK = /src\/(?:events\/|profiles\.ts|config\/nothing\.ts|cli\/(?:dispatch-|flags\.ts))/;

/** A library whose functions load it when one of them is called. */
async function lazily(library) {
  const functions = Object.entries(await import(library)).filter(([, value]) => typeof value === 'function');
  const wrap = ([name]) => `export const ${name} = (...args) => library().${name}(...args);`;
  return [
    'let loaded;',
    `const library = () => (loaded ??= require('${library}'));`,
    ...functions.filter(([name]) => name !== 'default').map(wrap),
  ].join('\n');
}

const librariesBeside = {
  name: 'libraries-beside',
  resolveId(id, importer) {
    if (!libraries.includes(id)) return null;
    if (LAZY.includes(id) && !importer?.startsWith(VIRTUAL)) return VIRTUAL + id;
    return { id: `./${id}.cjs`, external: true };
  },
  load: (id) => (id.startsWith(VIRTUAL) ? lazily(id.slice(VIRTUAL.length)) : null),
};

/** The version is known here; reading it at every start would be a waste. */
const versionInside = {
  name: 'version-inside',
  load: (id) => (id === path('src/version.ts') ? `export const VERSION = ${JSON.stringify(version)};` : null),
};

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
      plugins: [librariesBeside, versionInside],
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
