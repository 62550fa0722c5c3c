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
  const made = await bundle.write({
    format: 'cjs',
    entryFileNames: '[name].cjs',
    minify: true,
    // Files without other signs are read faster, and the loader of the command knows `require` alone.
    charset: 'ascii',
    dynamicImportInCjs: false,
    ...output,
  });
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

/**
 * Modules of Node that are imported where they are always loaded, but not always used: each takes a millisecond or two to load, and
 * its functions load it when one of them is called.
 */
export const builtinsByNeed = (names) => ({
  name: 'builtins-by-need',
  resolveId: (id, importer) => (names.includes(id) && !importer?.startsWith(VIRTUAL) ? VIRTUAL + id : null),
  load: (id) =>
    id.startsWith(VIRTUAL) && names.includes(id.slice(VIRTUAL.length))
      ? lazily(id.slice(VIRTUAL.length))
      : null,
});

const GETTER =
  /Object\.defineProperty\(exports,("[^"]+"),\{enumerable:!0,get:function\(\)\{return ?([^{}]+)\}\}\)/g;

/**
 * One file made faster to run: the few helpers that rolldown puts into a file of their own are inside of it, and what it gives to others
 * is given once, at its end, since nothing of ours that is exported ever changes (there is no `export let`). What another one takes from
 * it is there at once; everything is put together when a third one asks. What it needs at its start must not need it in turn.
 *
 * @param chunk its name
 * @param first the name of the other one, which loads it when it is needed
 */
export const quickToRun = (chunk, first) => ({
  name: 'quick-to-run',
  generateBundle(_, files) {
    const all = Object.values(files);
    const [helpers, into, loader] = ['rolldown-runtime', chunk, first].map((wanted) =>
      all.find(({ name }) => name === wanted),
    );
    for (const name of into.imports)
      if (files[name]?.imports.includes(into.fileName))
        throw new Error(`${into.fileName} and ${name} need each other`);
    // Each file is a function of its exports by then.
    const inside = `(exports=>(${helpers.code.trim()}(exports),exports))({})`;
    const given = [...into.code.matchAll(GETTER)];
    const end = into.code.search(GETTER);
    const rest = into.code
      .slice(end)
      .replaceAll(GETTER, '')
      .replace(/^[,;\s]*/, '');
    if (given.length === 0 || rest !== '})')
      throw new Error(`${into.fileName} does not end with its exports`);
    const id = `require("./${into.fileName}")`;
    const taken = [...loader.code.matchAll(TAKEN)].flatMap(([, from, , name]) => (from === id ? [name] : []));
    const some = given.filter(([, name]) => taken.includes(JSON.parse(name)));
    const object = (exports) => exports.map(([, name, value]) => `${name}:${value}`).join();
    const exported = `let $all;module.exports={$all:()=>$all??={${object(given)}},${object(some)}};`;
    into.code = `${into.code.slice(0, end)}${exported}\n})`.replace(
      `require("./${helpers.fileName}")`,
      () => inside,
    );
    for (const one of all)
      if (one !== loader && one !== into) one.code = one.code.replaceAll(id, `${id}.$all()`);
  },
});

/** How one part of a file is taken when it is needed. */
const TAKEN = /(require\("[^"]+"\))\)\.then\((\w+)=>\2\.([\w$]+)\)/g;

const CLOCK = 'virtual:clock';

/** The first use of the global `performance` loads eight modules of Node. Here only its clock is used. */
export const clockAlone = {
  name: 'clock-alone',
  resolveId: (id) => (id === CLOCK ? `\0${CLOCK}` : null),
  load: (id) =>
    id === `\0${CLOCK}`
      ? 'export const performance = { now: () => Number(process.hrtime.bigint()) / 1e6 };'
      : null,
};

/** What makes it take the place of the global. */
export const INJECTED = { performance: [CLOCK, 'performance'] };

const QUICK_PATH = path('src/cli/quick-path.ts');

/** Paths are put together with less work than Node's own takes. */
export const quickPaths = {
  name: 'quick-paths',
  resolveId: (id, importer) => (id === 'node:path' && importer !== QUICK_PATH ? QUICK_PATH : null),
};

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
  load: (id) =>
    id.startsWith(VIRTUAL) && seldom.includes(id.slice(VIRTUAL.length))
      ? lazily(id.slice(VIRTUAL.length))
      : null,
  // How a module loads something at the first need and without waiting; a bundler knows only the plain `require`.
  transform: (code) =>
    code.includes(BY_NEED)
      ? code.replace(/^import.*'node:module';$/m, '').replaceAll(BY_NEED, 'require(')
      : null,
});

/** A library whose functions and classes load it when one of them is used. */
async function lazily(library) {
  const functions = Object.entries(await import(library)).filter(([, value]) => typeof value === 'function');
  return [
    'let loaded;',
    `const library = () => (loaded ??= require('${library}'));`,
    ...functions
      .filter(([name]) => name !== 'default')
      .map(([name]) => `export const ${name} = ${late(name)};`),
  ].join('\n');
}

const late = (name) =>
  /^[A-Z]/.test(name)
    ? `/* @__PURE__ */ new Proxy(function () {}, {
        construct: (_, args) => new (library().${name})(...args),
        get: (_, of) => library().${name}[of],
      })`
    : `(...args) => library().${name}(...args)`;
