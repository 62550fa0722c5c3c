// Makes the declarations of the library: one file for each entry, with what it exports and nothing else.
// A type that stands in a signature and is not exported would have no name for those who use it: the build fails then.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/**
 * The text of each file. Every declaration keeps its one name: nothing is renamed on its way out.
 *
 * @param entries name of the file → what the compiler emitted for the entry; a later one refers to those before it
 */
export function declarations(entries) {
  const [read, written] = [new Map(), new Map()];
  const moduleAt = (file) => {
    if (!read.has(file)) read.set(file, readModule(file));
    return read.get(file);
  };
  return Object.entries(entries).map(([name, file]) => {
    const { text, own } = rollUp(moduleAt(file), moduleAt, written);
    for (const declaration of own) written.set(declaration, `./${name}.js`);
    return [`${name}.d.ts`, text];
  });
}

/** One entry: what it exports, and what that needs. */
function rollUp(entry, moduleAt, written) {
  const offered = new Set([...entry.exports.keys()].map((name) => find(entry, name, moduleAt)));
  const [all, imports, missing] = [new Set(offered), new Set(), []];
  for (const declaration of all) {
    if (written.has(declaration)) continue;
    for (const name of declaration.uses) {
      const source = declaration.module.imports.get(name)?.source;
      if (source?.startsWith('node:')) imports.add(`import type { ${name} } from '${source}';`);
      else if (source !== undefined && !source.startsWith('.'))
        throw new Error(`${declaration.name} needs ${name} of ${source}, which is not part of the package`);
      const used = find(declaration.module, name, moduleAt);
      if (used !== null && used.name !== name) throw new Error(`${used.name} is called ${name} elsewhere`);
      if (written.has(used)) imports.add(`import type { ${name} } from '${written.get(used)}';`);
      else if (used !== null && !all.has(used)) {
        all.add(used);
        if (used.isType) missing.push(`${name}, which ${declaration.name} needs`);
      }
    }
  }
  if (missing.length > 0) throw new Error(`${entry.file} does not export ${missing.join('\n  nor ')}`);
  const own = [...all].filter((declaration) => !written.has(declaration));
  if (new Set(own.map(({ name }) => name)).size < own.length) throw new Error('two declarations of one name');
  const passedOn = [...offered].filter((declaration) => written.has(declaration));
  const lines = [
    ...[...imports].sort(),
    ...passedOn.map((declaration) => `export { ${declaration.name} } from '${written.get(declaration)}';`),
    ...own.map((declaration) => textOf(declaration, offered.has(declaration))),
    'export {};',
  ];
  return { text: `${lines.join('\n')}\n`, own };
}

const textOf = ({ parts }, isOffered) =>
  parts.map(({ comment, text }) => `${comment}${isOffered ? 'export ' : ''}${text}`).join('\n');

/** The declaration behind a name that a module uses or exports; `null`: it is none of ours. */
function find(module, name, moduleAt) {
  const declared = module.declared.get(name);
  if (declared !== undefined) return declared;
  const from = module.imports.get(name) ?? module.exports.get(name);
  if (from?.source?.startsWith('.')) return find(moduleAt(fileOf(module, from.source)), from.name, moduleAt);
  const found = module.stars.map((source) => find(moduleAt(fileOf(module, source)), name, moduleAt));
  return found.find((one) => one !== null) ?? null;
}

const fileOf = (module, source) => join(dirname(module.file), source.replace(/\.js$/, '.d.ts'));

function readModule(file) {
  const code = readFileSync(file, 'utf8');
  const module = { file, declared: new Map(), imports: new Map(), exports: new Map(), stars: [] };
  let before = 0;
  for (const statement of parseAst(code, { lang: 'dts' }).body) {
    const { type, source, specifiers = [], declaration, start, end } = statement;
    if (type === 'ImportDeclaration')
      for (const { local, imported } of specifiers)
        module.imports.set(local.name, { source: source.value, name: imported.name });
    else if (type === 'ExportAllDeclaration') module.stars.push(source.value);
    else if (type === 'ExportNamedDeclaration' && !declaration)
      for (const { local, exported } of specifiers)
        module.exports.set(exported.name, { source: source?.value, name: local.name });
    else {
      const node = declaration ?? statement;
      const comment = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(code.slice(before, start))?.[0] ?? '';
      const name = (node.id ?? node.declarations[0].id).name;
      // Of a value only the type is taken, and a type that its own module keeps to itself is a part of another one.
      const isType = declaration != null && node.type !== 'VariableDeclaration';
      const known = module.declared.get(name) ?? { name, module, isType, parts: [], uses: new Set() };
      known.parts.push({ comment, text: code.slice(node.start, end) });
      for (const used of namesIn(node)) known.uses.add(used);
      module.declared.set(name, known);
      if (declaration) module.exports.set(name, { name });
    }
    before = end;
  }
  return module;
}

/** Every name that a declaration refers to; parameters of types are among them, and found nowhere. */
function namesIn(node) {
  if (Array.isArray(node)) return node.flatMap(namesIn);
  if (typeof node !== 'object' || node === null) return [];
  if (node.type === 'TSImportType') throw new Error(`an unnamed import of ${node.source?.value}`);
  const reference = node.typeName ?? node.exprName ?? node.superClass ?? headOf(node);
  const inside = Object.values(node).flatMap(namesIn);
  return reference ? [leftmost(reference), ...inside] : inside;
}

const headOf = ({ type, expression }) =>
  type === 'TSInterfaceHeritage' || type === 'TSClassImplements' ? expression : null;

const leftmost = (name) => name.name ?? leftmost(name.left ?? name.object);
