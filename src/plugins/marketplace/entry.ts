// One entry of "plugins".

import {
  describe,
  fieldOf,
  folderNameProblem,
  jsonOf,
  type ObjectTree,
  quote,
  type Tree,
  textOf,
} from '../../text/index.js';
import { flag } from '../../text/shapes/index.js';
import { plainFolder } from '../sources/parse-git.js';
import { BadEntry, readSource } from './entry-source.js';
import { cut, cutWords, keyPlace, reportUnknown, taker, wrongType } from './fields.js';
import type { Listing, MarketplacePlace } from './listing.js';
import { isKebab } from './names.js';
import type { Notes } from './notes.js';
import { entry, OTHERS } from './shape.js';

const { fields } = entry;

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

  const take = taker(notes, tree, 'entry-field', whose);
  const author = take('author', fields.author);
  const listing: Listing = {
    name,
    displayName: cut(take('displayName', fields.displayName)),
    description: cut(take('description', fields.description)),
    version: cut(take('version', fields.version)),
    author: cut(typeof author === 'object' ? author.name : author),
    homepage: cut(take('homepage', fields.homepage)),
    license: cut(take('license', fields.license)),
    category: cut(take('category', fields.category)),
    keywords: cutWords(take('keywords', fields.keywords)),
    tags: cutWords(take('tags', fields.tags)),
    from,
    strict,
    defaultEnabled: take('defaultEnabled', fields.defaultEnabled) ?? null,
    hooks,
    others: Object.keys(OTHERS).filter((key) => fieldOf(tree, key) !== undefined),
    ...notes.positionOf(tree.at),
  };
  if (!isKebab(name))
    notes.report('entry-name-style', keyPlace(tree, 'name'), `${whose} is not in kebab-case`);
  if (fieldOf(tree, 'headers') !== undefined || fieldOf(tree, 'headersHelper') !== undefined) {
    const message = `${whose} states headers for its download; they are not sent`;
    notes.report('entry-headers', keyPlace(tree, 'headers'), message);
  }
  reportUnknown(notes, tree, fields, 'entry-key-unknown', whose);
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
  const problem = folderNameProblem(name);
  if (problem !== null)
    throw new BadEntry('entry-name', value.at, `The name of a plugin, ${quote(name)}, ${problem}`);
  if (taken.has(name.toLowerCase()))
    throw new BadEntry('entry-duplicate', value.at, `There is a plugin ${quote(name)} before this one`);
  return name;
}

function readStrict(tree: ObjectTree, whose: string): boolean {
  const value = fieldOf(tree, 'strict');
  if (value === undefined) return true;
  const strict = jsonOf(value);
  if (flag.is(strict)) return strict;
  throw new BadEntry('entry-field-fatal', value.at, wrongType('strict', whose, flag.words, value));
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
      const message = `"hooks" of ${whose} names ${quote(path)}, which is not a file inside the plugin`;
      throw new BadEntry('entry-hooks-path', item.at, message);
    }
  }
  return jsonOf(value);
}
