// Makes the sidecar in one file, for hosts that are installed without npm: the same input gives the same bytes.
// What is needed at the start is code; everything else is text in that file, which costs nothing until it is loaded.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const { version } = createRequire(import.meta.url)('../package.json');

/** Where the Python package carries it. */
export const SIDECAR_FILE = path('python/amplifier_module_hooks_claude_code_bridge/sidecar.cjs');

/** Libraries that are loaded by `require` where they are used. */
const ON_DEMAND = ['jsonc-parser', 'yaml', 'unbash'];
/** Of these, the ones that are imported where they are always loaded, but seldom used. */
const SELDOM = ['unbash'];
const VIRTUAL = '\0lazy:';

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

const librariesApart = {
  name: 'libraries-apart',
  resolveId(id, importer) {
    if (!ON_DEMAND.includes(id)) return null;
    if (SELDOM.includes(id) && !importer?.startsWith(VIRTUAL)) return VIRTUAL + id;
    return { id: `./${id}.cjs`, external: true };
  },
  load: (id) => (id.startsWith(VIRTUAL) ? lazily(id.slice(VIRTUAL.length)) : null),
};

/** The file stands alone: there is no package.json beside it that could say the version. */
const versionInside = {
  name: 'version-inside',
  load: (id) =>
    id === path('src/cli/version.ts') ? `export const VERSION = ${JSON.stringify(version)};` : null,
};

async function chunks(input, plugins, output) {
  const bundle = await rolldown({
    input,
    cwd: path(''),
    platform: 'node',
    resolve: { mainFields: ['module', 'main'], extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins,
    // What a library offers stays, whoever uses it.
    preserveEntrySignatures: 'strict',
  });
  const made = await bundle.generate({
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    minify: true,
    comments: { legal: true, annotation: false, jsdoc: false },
    ...output,
  });
  await bundle.close();
  return made.output;
}

/** The text of the file. */
export async function sidecar() {
  const main = await chunks({ main: path('src/cli/sidecar-main.ts') }, [librariesApart, versionInside]);
  const libraries = await Promise.all(
    ON_DEMAND.map((name) => chunks({ [name]: name }, [], { codeSplitting: false })),
  );
  const all = [...main, ...libraries.flat()].sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
  const atStart = closure(all, 'main.cjs');
  const parts = all.map(({ fileName, code }) => {
    const part = atStart.has(fileName)
      ? `function(exports,require,module,__filename){${code}\n}`
      : JSON.stringify(code);
    return `${JSON.stringify(`./${fileName}`)}:${part}`;
  });
  return [
    '// amplifier-hooks: the sidecar in one file. Made by `npm run sidecar`; do not edit.',
    `const parts={\n${parts.join(',\n')}\n};`,
    LOADER,
    ...licences(all.flatMap(({ moduleIds }) => moduleIds)),
    '',
  ].join('\n');
}

const LOADER = `const loaded={};
function load(name){
  if(!Object.hasOwn(parts,name))return require(name);
  if(Object.hasOwn(loaded,name))return loaded[name].exports;
  const module=loaded[name]={exports:{}};
  let part=parts[name];
  if(typeof part==='string'){
    const{compileFunction,constants}=require('node:vm');
    part=compileFunction(part,['exports','require','module','__filename'],{filename:__filename+name.slice(1),importModuleDynamically:constants.USE_MAIN_CONTEXT_DEFAULT_LOADER});
  }
  part(module.exports,load,module,__filename);
  return module.exports;
}
load('./main.cjs');`;

/** A part and what it loads before it does anything. */
function closure(all, first) {
  const found = new Set([first]);
  for (const name of found)
    for (const other of all.find(({ fileName }) => fileName === name)?.imports ?? []) found.add(other);
  return found;
}

/** The licence of every library inside. */
function licences(moduleIds) {
  const folders = new Set(
    moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []),
  );
  const texts = [...folders].map((folder) => {
    const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    const text = file === undefined ? about.license : readFileSync(join(folder, file), 'utf8').trim();
    return `/*!\n${about.name} ${about.version}\n${text.replaceAll('*/', '* /')}\n*/`;
  });
  return texts.sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(dirname(SIDECAR_FILE), { recursive: true });
  writeFileSync(SIDECAR_FILE, await sidecar());
}
