// What the bundles have in common.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** The path of a file of this repository. */
export const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

const { version } = createRequire(import.meta.url)('../package.json');
const VIRTUAL = '\0lazy:';
const BY_NEED = 'createRequire(import.meta.url)(';

/** A bundle for Node, made from sources. */
export const bundleOf = (input) =>
  rolldown({
    platform: 'node',
    resolve: { mainFields: ['module', 'main'], extensionAlias: { '.js': ['.ts', '.js'] } },
    ...input,
  });

/**
 * Writes one bundle; gives the names of the modules that are in it.
 *
 * @param input options of rolldown for what goes in
 * @param output the same for what comes out
 */
export async function write(input, output) {
  const bundle = await bundleOf(input);
  const made = await bundle.write({ format: 'cjs', entryFileNames: '[name].cjs', minify: true, ...output });
  await bundle.close();
  return made.output.flatMap(({ moduleIds }) => moduleIds ?? []);
}

/** The modules that are loaded together with one, without those that wait for their first use. */
export async function loadedWith(input) {
  const bundle = await bundleOf(input);
  const { output } = await bundle.generate({ format: 'cjs' });
  await bundle.close();
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set(output.filter(({ isEntry }) => isEntry));
  for (const { imports } of loaded)
    for (const name of imports) if (chunks.has(name)) loaded.add(chunks.get(name));
  return new Set([...loaded].flatMap(({ moduleIds }) => moduleIds));
}

/** The version is known here; a bundle may stand alone, and reading it at every start would be a waste. */
export const versionInside = {
  name: 'version-inside',
  load: (id) => (id === path('src/version.ts') ? `export const VERSION = ${JSON.stringify(version)};` : null),
};

/**
 * Libraries as files beside the bundle, loaded by `require` where they are used.
 *
 * @param seldom those that are imported where they are always loaded, but seldom used
 * @param nameOf what the file of a library is called
 */
export const librariesBeside = (libraries, seldom, nameOf = (id) => id) => ({
  name: 'libraries-beside',
  resolveId(id, importer) {
    if (!libraries.includes(id)) return null;
    if (seldom.includes(id) && !importer?.startsWith(VIRTUAL)) return VIRTUAL + id;
    return { id: `./${nameOf(id)}.cjs`, external: true };
  },
  load: (id) => (id.startsWith(VIRTUAL) ? lazily(id.slice(VIRTUAL.length)) : null),
  // How a module loads something at the first need and without waiting; a bundler knows only the plain `require`.
  transform: (code) =>
    code.includes(BY_NEED)
      ? code.replace(/^import.*'node:module';$/m, '').replaceAll(BY_NEED, 'require(')
      : null,
});

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
