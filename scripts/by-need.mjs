// Modules of ours that are imported where they are always loaded, but that most calls never use: they lie in files of their own, and
// in their place stand functions that load such a file when one of them is first called. Sources import them as usual.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { path } from './bundle-parts.mjs';

const STANDS_FOR = '\0by-need:';
const ALL_OF = 'by-need:';

/**
 * @param files the names of the modules in each file
 */
export function ownByNeed(files) {
  const fileOf = new Map(
    Object.entries(files).flatMap(([file, modules]) => modules.map((name) => [path(`src/${name}.ts`), file])),
  );
  const offers = new Map([...fileOf.keys()].map((module) => [module, offersOf(module)]));
  const nameIn = new Map(
    [...offers].flatMap(([module, { functions }], at) =>
      functions.map((name) => [`${module} ${name}`, `${name}_${at}`]),
    ),
  );
  const inItsPlace = (module) => {
    const { functions, constants } = offers.get(module);
    return [
      'let loaded;',
      `const file = () => (loaded ??= require('./${fileOf.get(module)}.cjs'));`,
      ...functions.map(
        (name) => `export const ${name} = (...args) => file().${nameIn.get(`${module} ${name}`)}(...args);`,
      ),
      ...constants,
    ].join('\n');
  };
  const all = (file) =>
    [...offers]
      .filter(([module]) => fileOf.get(module) === file)
      .flatMap(([module, { functions }]) =>
        functions.map(
          (name) =>
            `export { ${name} as ${nameIn.get(`${module} ${name}`)} } from ${JSON.stringify(module)};`,
        ),
      )
      .join('\n');
  return {
    name: 'own-by-need',
    resolveId(id, importer = '') {
      if (id.startsWith(ALL_OF)) return id;
      if (importer.startsWith(STANDS_FOR)) return { id, external: true };
      if (!id.startsWith('.')) return null;
      const module = resolve(dirname(importer), id).replace(/\.js$/, '.ts');
      const file = fileOf.get(module);
      // Inside of one file they find each other without a detour.
      return file === undefined || file === fileOf.get(importer) ? null : STANDS_FOR + module;
    },
    load: (id) => {
      if (id.startsWith(STANDS_FOR)) return inItsPlace(id.slice(STANDS_FOR.length));
      return id.startsWith(ALL_OF) ? all(id.slice(ALL_OF.length)) : null;
    },
  };
}

/** The entry of such a file. */
export const allOf = (file) => ALL_OF + file;

/** What a module gives to others: functions, which can wait, and constants that are written out. Nothing else could stand in its place. */
function offersOf(module) {
  const text = readFileSync(module, 'utf8');
  const [functions, constants] = [[], []];
  for (const { type, exportKind, declaration, start, end } of parseAst(text, { lang: 'ts' }, module).body) {
    if (!type.startsWith('Export') || exportKind === 'type') continue;
    if (declaration?.type === 'FunctionDeclaration') functions.push(declaration.id.name);
    else if (declaration?.type === 'VariableDeclaration' && declaration.declarations.every(isFunction))
      functions.push(...declaration.declarations.map(({ id }) => id.name));
    else if (declaration?.type === 'VariableDeclaration' && declaration.declarations.every(isPlain))
      constants.push(text.slice(start, end));
    else if (declaration?.type !== 'TSDeclareFunction')
      throw new Error(`${module} cannot be loaded by need: ${text.slice(start, end).split('\n')[0]}`);
  }
  return { functions, constants };
}

const isFunction = ({ init }) => init.type === 'ArrowFunctionExpression';

const isPlain = ({ id, init }) =>
  init.type === 'Literal' && init.regex === undefined && id.typeAnnotation == null;
