// Makes the sidecar and the command line, each in one file, for hosts that are installed without npm: the same input
// gives the same bytes. They are two, because parts that both share would make the sidecar slower to start.
// What is needed at the start is code; everything else stands there as comments, which cost nothing until they are read.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOf, librariesBeside, path, versionInside } from './bundle-parts.mjs';
import { licences } from './licences.mjs';
import { pageInside } from './page.mjs';

/** Where the Python package carries them. */
export const SIDECAR_FILE = path('python/amplifier_module_hooks_claude_code_bridge/sidecar.cjs');
export const COMMANDS_FILE = path('python/amplifier_module_hooks_claude_code_bridge/commands.cjs');

/** Libraries that are loaded by `require` where they are used. */
const ON_DEMAND = ['jsonc-parser', 'yaml', 'unbash'];
const ON_DEMAND_OF_COMMANDS = [...ON_DEMAND, 'commander'];
/** Of these, the ones that are imported where they are always loaded, but seldom used. */
const SELDOM = ['unbash'];
/** A part of ours may have the name of a library. */
const libraryPart = (name) => `library-${name}`;

async function chunks(input, plugins, output) {
  const bundle = await bundleOf({
    input,
    cwd: path(''),
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

/** The text of the sidecar. */
export const sidecar = () => oneFile('the sidecar', 'src/cli/sidecar/main.ts', ON_DEMAND);

/** The text of the command line. */
export const commands = () => oneFile('the command line', 'src/cli/alone.ts', ON_DEMAND_OF_COMMANDS);

async function oneFile(what, entry, onDemand) {
  const inPage = [];
  const main = await chunks({ main: path(entry) }, [
    librariesBeside(onDemand, SELDOM, libraryPart),
    pageInside(inPage),
    versionInside,
  ]);
  const libraries = await Promise.all(
    onDemand.map((name) => chunks({ [libraryPart(name)]: name }, [], { codeSplitting: false })),
  );
  const all = [...main, ...libraries.flat()]
    .map(withoutShebang)
    .sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
  if (new Set(all.map(({ fileName }) => fileName)).size < all.length)
    throw new Error('two parts of one name');
  checkLinks(all);
  const atStart = closure(all, 'main.cjs');
  const isCode = ({ fileName }) => atStart.has(fileName);
  const code = all
    .filter(isCode)
    .map(({ fileName, code }) => `'./${fileName}':function(exports,require,module,__filename){${code}\n},`);
  const later = all.filter((part) => !isCode(part));
  return ascii(
    [
      `// amplifier-hooks: ${what} in one file. Made by \`npm run sidecar\`; do not edit.`,
      `const parts={__proto__:null,\n${code.join('\n')}\n};`,
      `const later=${JSON.stringify(later.map(({ fileName }) => `./${fileName}`))};`,
      LOADER,
      ...later.map(({ fileName, code }) => `//./${fileName} ${JSON.stringify(code)}`),
      ...licences([...all.flatMap(({ moduleIds }) => moduleIds), ...inPage]).map(comment),
      '',
    ].join('\n'),
  );
}

/** A line for shells has no place in the middle of a file. */
const withoutShebang = (part) => ({ ...part, code: part.code.replace(/^#!.*\n/, '') });

/** A part that asks for another one finds it here, and nowhere else. */
function checkLinks(all) {
  const names = new Set(all.map(({ fileName }) => `./${fileName}`));
  for (const { fileName, code } of all)
    for (const { 1: wanted } of code.matchAll(/require\(["'`](\.\/[^"'`]+)["'`]\)/g))
      if (!names.has(wanted)) throw new Error(`${fileName} wants ${wanted}, which is not there`);
}

/** Node reads a file twice as fast when it holds nothing else. */
const ascii = (text) =>
  text
    .replaceAll('©', '(c)')
    .replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

const LOADER = `const loaded={};
let file;
function textOf(name){
  file??=require('node:fs').readFileSync(__filename,'latin1');
  const mark='\\n//'+name+' ',from=file.indexOf(mark)+mark.length;
  return JSON.parse(file.slice(from,file.indexOf('\\n',from)));
}
function compiled(name){
  const{compileFunction,constants}=require('node:vm');
  return compileFunction(textOf(name),['exports','require','module','__filename'],{filename:__filename+name.slice(1),importModuleDynamically:constants.USE_MAIN_CONTEXT_DEFAULT_LOADER});
}
function load(name){
  if(Object.hasOwn(loaded,name))return loaded[name].exports;
  const part=parts[name]??(later.includes(name)?compiled(name):null);
  if(part===null)return require(name);
  const module=loaded[name]={exports:{}};
  part(module.exports,load,module,__filename);
  return module.exports;
}
load('./main.cjs');`;

/** Line ends as git writes them, so that what is committed is what was made. */
const comment = (licence) => `/*!\n${licence.replaceAll('\r\n', '\n').replaceAll('*/', '* /')}\n*/`;

/** A part and what it loads before it does anything. */
function closure(all, first) {
  const found = new Set([first]);
  for (const name of found)
    for (const other of all.find(({ fileName }) => fileName === name)?.imports ?? []) found.add(other);
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(dirname(SIDECAR_FILE), { recursive: true });
  writeFileSync(SIDECAR_FILE, await sidecar());
  writeFileSync(COMMANDS_FILE, await commands());
}
