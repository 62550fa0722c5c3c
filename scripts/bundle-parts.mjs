// What the bundles have in common.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The path of a file of this repository. */
export const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

const { version } = createRequire(import.meta.url)('../package.json');
const VIRTUAL = '\0lazy:';

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
