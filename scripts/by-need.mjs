// Modules of ours that are imported where they are always loaded, but that most calls never use: they lie in files of their own, and
// in their place stand functions that load such a file when one of them is first called. Sources import them as usual.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { path } from './bundle-parts.mjs';

const STANDS_FOR = '\0by-need:';
const ALL_OF = 'by-need:';

/** The entry of such a file: everything that the modules in it give to others. */
export const allOf = (file) => ALL_OF + file;

/**
 * Puts those functions in their place.
 *
 * @param files the names of the modules in each file
 */
export function ownByNeed(files) {
  const waiting = new Map(
    Object.entries(files)
      .flatMap(([file, names]) => names.map((name) => ({ file, module: path(`src/${name}.ts`) })))
      .map(({ file, module }, at) => [module, { file, at, ...offersOf(module) }]),
  );
  const inItsPlace = ({ file, at, functions, constants }) => [
    'let loaded;',
    `const file = () => (loaded ??= require('./${file}.cjs'));`,
    ...functions.map((name) => `export const ${name} = (...args) => file().${nameIn(at, name)}(...args);`),
    ...constants,
  ];
  const allIn = (file) =>
    [...waiting]
      .filter(([, one]) => one.file === file)
      .flatMap(([module, { at, functions }]) =>
        functions.map((name) => `export { ${name} as ${nameIn(at, name)} } from ${JSON.stringify(module)};`),
      );
  return {
    name: 'own-by-need',
    resolveId(id, importer = '') {
      if (id.startsWith(ALL_OF)) return id;
      if (importer.startsWith(STANDS_FOR)) return { id, external: true };
      if (!id.startsWith('.')) return null;
      const module = resolve(dirname(importer), id).replace(/\.js$/, '.ts');
      const file = waiting.get(module)?.file;
      // Inside of one file they find each other without a detour.
      return file === undefined || file === waiting.get(importer)?.file ? null : STANDS_FOR + module;
    },
    load(id) {
      if (id.startsWith(STANDS_FOR)) return inItsPlace(waiting.get(id.slice(STANDS_FOR.length))).join('\n');
      return id.startsWith(ALL_OF) ? allIn(id.slice(ALL_OF.length)).join('\n') : null;
    },
    // What they are called in the end is known only now.
    generateBundle(_, made) {
      const all = Object.values(made);
      for (const { facadeModuleId, fileName } of all.filter((one) =>
        one.facadeModuleId?.startsWith(ALL_OF),
      )) {
        const id = `require("./${facadeModuleId.slice(ALL_OF.length)}.cjs")`;
        for (const chunk of all) chunk.code = chunk.code.replaceAll(id, `require("./${fileName}")`);
      }
    },
  };
}

/** Two modules may have functions of one name. */
const nameIn = (at, name) => `${name}_${at}`;

/** What a module gives to others: functions, which can wait, and constants that are written out. Nothing else could be stood for. */
function offersOf(module) {
  const text = readFileSync(module, 'utf8');
  const [functions, constants] = [[], []];
  for (const { type, exportKind, declaration, start, end } of parseAst(text, { lang: 'ts' }, module).body) {
    if (!type.startsWith('Export') || exportKind === 'type') continue;
    const kind = declaration?.type;
    if (kind === 'FunctionDeclaration') functions.push(declaration.id.name);
    else if (kind === 'VariableDeclaration' && declaration.declarations.every(isFunction))
      functions.push(...declaration.declarations.map(({ id }) => id.name));
    else if (kind === 'VariableDeclaration' && declaration.declarations.every(isWrittenOut))
      constants.push(text.slice(start, end));
    // How a function can be called, without what it does.
    else if (kind !== 'TSDeclareFunction')
      throw new Error(`${module} cannot be loaded by need: ${text.slice(start, end).split('\n')[0]}`);
  }
  return { functions, constants };
}

const isFunction = ({ init }) => init.type === 'ArrowFunctionExpression';

const isWrittenOut = ({ id, init }) => init.type === 'Literal' && id.typeAnnotation == null;
