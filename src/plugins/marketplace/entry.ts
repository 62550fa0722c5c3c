// One entry of "plugins".

import { describe, fieldOf, jsonOf, type ObjectTree, quote, type Tree, textOf } from '../../text/index.js';
import { plainFolder } from '../sources/parse-git.js';
import { BadEntry, readSource } from './entry-source.js';
import { Fields, placeOf, reportUnknown, wrongType } from './fields.js';
import type { Listing, MarketplacePlace } from './listing.js';
import { isKebab, pluginNameProblem } from './names.js';
import type { Notes } from './notes.js';

/** What a plugin can have beside hooks. It is told of and left. */
const OTHERS = [
  'skills',
  'commands',
  'agents',
  'workflows',
  'mcpServers',
  'lspServers',
  'outputStyles',
  'experimental',
  'channels',
] as const;

const KNOWN: ReadonlySet<string> = new Set([
  'name',
  'source',
  'displayName',
  'description',
  'version',
  'author',
  'homepage',
  'repository',
  'license',
  'keywords',
  'category',
  'tags',
  'strict',
  'defaultEnabled',
  'relevance',
  'headers',
  'headersHelper',
  'hooks',
  'userConfig',
  'dependencies',
  'engines',
  'metadata',
  ...OTHERS,
]);

export interface EntryContext {
  readonly notes: Notes;
  readonly place: MarketplacePlace;
  readonly pluginRoot: string | null;
  /** Names of the entries before. */
  readonly taken: ReadonlySet<string>;
}

/** Throws `BadEntry` where the entry has to be set aside. */
export function readEntry(tree: Tree, context: EntryContext): Listing {
  if (tree.kind !== 'object')
    throw new BadEntry(
      'entry-not-object',
      tree.at,
      `An entry of "plugins" must be an object, but is ${describe(jsonOf(tree))}`,
    );
  const { notes } = context;
  const name = readName(tree, context);
  const whose = `plugin ${quote(name)}`;
  const source = fieldOf(tree, 'source');
  if (source === undefined) throw new BadEntry('plugin-source-missing', tree.at, `${whose} has no "source"`);
  const from = readSource(source, { ...context, whose });
  const strict = readStrict(tree, whose);
  const hooks = readHooks(tree, whose);

  const fields = new Fields(notes, tree, 'entry-field', whose);
  const listing: Listing = {
    name,
    displayName: fields.text('displayName'),
    description: fields.text('description'),
    version: fields.text('version'),
    author: fields.person('author'),
    homepage: fields.text('homepage'),
    license: fields.text('license'),
    category: fields.text('category'),
    keywords: fields.words('keywords'),
    tags: fields.words('tags'),
    from,
    strict,
    defaultEnabled: fields.flag('defaultEnabled'),
    hooks,
    others: OTHERS.filter((key) => fieldOf(tree, key) !== undefined),
    ...notes.positionOf(tree.at),
  };
  if (!isKebab(name))
    notes.report('entry-name-style', placeOf(tree, 'name'), `${whose} is not in kebab-case`);
  if (fieldOf(tree, 'headers') !== undefined || fieldOf(tree, 'headersHelper') !== undefined) {
    const message = `${whose} states headers for its download; they are not sent`;
    notes.report('entry-headers', placeOf(tree, 'headers'), message);
  }
  reportUnknown(notes, tree, KNOWN, 'entry-key-unknown', whose);
  return listing;
}

/** The name of an entry as far as it has one, for messages. */
export const nameIn = (tree: Tree): string | null =>
  tree.kind === 'object' ? textOf(fieldOf(tree, 'name')) : null;

function readName(tree: ObjectTree, { taken }: EntryContext): string {
  const value = fieldOf(tree, 'name');
  if (value === undefined) throw new BadEntry('entry-name', tree.at, 'A plugin has no "name"');
  const name = textOf(value);
  if (name === null)
    throw new BadEntry('entry-name', value.at, wrongType('name', 'a plugin', 'a string', value));
  const problem = pluginNameProblem(name);
  if (problem !== null)
    throw new BadEntry('entry-name', value.at, `The name of a plugin, ${quote(name)}, ${problem}`);
  if (taken.has(name.toLowerCase()))
    throw new BadEntry('entry-duplicate', value.at, `There is a plugin ${quote(name)} before this one`);
  return name;
}

function readStrict(tree: ObjectTree, whose: string): boolean {
  const value = fieldOf(tree, 'strict');
  if (value === undefined) return true;
  if (value.kind === 'scalar' && typeof value.value === 'boolean') return value.value;
  throw new BadEntry('entry-field-fatal', value.at, wrongType('strict', whose, 'true or false', value));
}

function readHooks(tree: ObjectTree, whose: string): unknown {
  const value = fieldOf(tree, 'hooks');
  if (value === undefined) return null;
  for (const item of value.kind === 'array' ? value.items : [value]) {
    if (item.kind === 'object') continue;
    const path = textOf(item);
    if (path === null) {
      const wanted = 'a path, an object or an array of these';
      throw new BadEntry('entry-field-fatal', item.at, wrongType('hooks', whose, wanted, item));
    }
    if (/^(?:[/~\\]|[A-Za-z]:)/.test(path) || plainFolder(path) == null) {
      const message = `"hooks" of ${whose} names ${quote(path)}, which is no file inside the plugin`;
      throw new BadEntry('entry-hooks-path', item.at, message);
    }
  }
  return jsonOf(value);
}
