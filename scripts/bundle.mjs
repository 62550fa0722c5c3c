// Makes the command of the package: dist/bin/, from what the compiler made in dist/.
// Node starts a few CommonJS files faster than many modules, and a library that is not needed is not even read:
// every library is a file of its own beside the bundle, loaded where it is first used.
import { chmodSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = new URL('..', import.meta.url);
const path = (name) => fileURLToPath(new URL(name, root));
const { dependencies } = createRequire(import.meta.url)('../package.json');
const libraries = Object.keys(dependencies);

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

/** Libraries that are imported where they are always loaded, but seldom used. */
const LAZY = ['unbash'];
const VIRTUAL = '\0lazy:';

const librariesBeside = {
  name: 'libraries-beside',
  resolveId(id, importer) {
    if (!libraries.includes(id)) return null;
    if (LAZY.includes(id) && !importer?.startsWith(VIRTUAL)) return VIRTUAL + id;
    return { id: `./${id}.cjs`, external: true };
  },
  load: (id) => (id.startsWith(VIRTUAL) ? lazily(id.slice(VIRTUAL.length)) : null),
};

async function make(input, plugins, output) {
  const bundle = await rolldown({
    input,
    plugins,
    platform: 'node',
    resolve: { mainFields: ['module', 'main'] },
  });
  await bundle.write({ dir: path('dist/bin'), format: 'cjs', minify: true, ...output });
  await bundle.close();
}

await make({ 'amplifier-hooks': path('dist/cli/bin.js') }, [librariesBeside], {
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
});
for (const library of libraries) {
  await make({ [library]: library }, [], { entryFileNames: '[name].cjs', codeSplitting: false });
}
chmodSync(path('dist/bin/amplifier-hooks.cjs'), 0o755);
