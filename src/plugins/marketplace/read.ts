// Reads a marketplace.json. A bad entry is set aside alone; a bad file is no marketplace.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readText } from '../../files/index.js';
import {
  fieldOf,
  type Json,
  type ObjectTree,
  parseJson,
  quote,
  type Tree,
  textOf,
} from '../../text/index.js';
import { anyObject, text } from '../../text/shapes/index.js';
import { plainFolder } from '../sources/parse-git.js';
import { nameIn, readEntry } from './entry.js';
import { BadEntry } from './entry-source.js';
import { cut, keyPlace, reportUnknown, taker, wrongType } from './fields.js';
import type { Listing, Marketplace, MarketplacePlace, MarketplaceReading, SetAside } from './listing.js';
import { marketplaceNameProblem } from './names.js';
import { Notes } from './notes.js';
import { marketplaceFile } from './shape.js';

/** More plugins than this are in no marketplace that a person looks through. */
const MAX_ENTRIES = 20_000;

const { fields } = marketplaceFile;

const INSIDE = join('.claude-plugin', 'marketplace.json');

/** The marketplace.json of a folder, and where its plugins lie; it is there or it would be. */
export function placeIn(folder: string, local: boolean): MarketplacePlace {
  const plain = join(folder, 'marketplace.json');
  const usual = join(folder, INSIDE);
  return { file: existsSync(usual) || !existsSync(plain) ? usual : plain, root: folder, local };
}

/** The same for the path of the file. */
export function placeOfFile(file: string, local: boolean): MarketplacePlace {
  const folder = dirname(file);
  return { file, root: file.endsWith(INSIDE) ? dirname(folder) : folder, local };
}

/** Never throws. */
export function readMarketplace(place: MarketplacePlace): MarketplaceReading {
  const { file } = place;
  const read = readText(file);
  if (read.state === 'text') return parseMarketplace(read.text, place);
  const notes = new Notes(file, '');
  if (read.state === 'absent') notes.report('marketplace-missing', null, `There is no ${file}`);
  else notes.report('marketplace-unreadable', null, read.message);
  return { marketplace: null, diagnostics: notes.diagnostics };
}

/** The same for a text that is there already. */
export function parseMarketplace(content: string, place: MarketplacePlace): MarketplaceReading {
  const notes = new Notes(place.file, content);
  const root = rootOf(notes, content);
  const marketplace = root === null ? null : readRoot(notes, root, place);
  return { marketplace, diagnostics: notes.diagnostics };
}

function rootOf(notes: Notes, content: string): ObjectTree | null {
  if (content.trim() === '') {
    notes.report('marketplace-json', null, `${notes.file} is empty`);
    return null;
  }
  const json = parseJson(content);
  if (json.tooDeepAt !== null)
    notes.report('marketplace-json', json.tooDeepAt, `${notes.file} nests too deep`);
  else if (json.error !== null)
    notes.report('marketplace-json', json.error.at, `${notes.file} is not valid JSON: ${json.error.why}`);
  else return objectIn(notes, json);
  return null;
}

function objectIn(notes: Notes, { tree, commentAt, trailingCommaAt, duplicates }: Json): ObjectTree | null {
  if (commentAt !== null)
    notes.report('marketplace-comment', commentAt, 'JSON has no comments; they were skipped');
  if (trailingCommaAt !== null)
    notes.report('marketplace-comment', trailingCommaAt, 'There is a comma too many; it was skipped');
  for (const { key, at } of duplicates)
    notes.report(
      'marketplace-duplicate-key',
      at,
      `${quote(key)} stands twice in one object; the last one counts`,
    );
  if (tree?.kind === 'object') return tree;
  notes.report('marketplace-not-object', tree?.at ?? null, `${notes.file} must hold an object`);
  return null;
}

function readRoot(notes: Notes, root: ObjectTree, place: MarketplacePlace): Marketplace | null {
  const name = readName(notes, root);
  const plugins = fieldOf(root, 'plugins');
  if (plugins?.kind !== 'array') {
    const message =
      plugins === undefined
        ? 'The marketplace has no "plugins"'
        : wrongType('plugins', 'the marketplace', 'an array', plugins);
    notes.report('marketplace-plugins', plugins?.at ?? root.at, message);
    return null;
  }
  const take = taker(notes, root, 'marketplace-field', 'the marketplace');
  const objectOf = (key: string): ObjectTree | null => {
    take(key, anyObject);
    const tree = fieldOf(root, key);
    return tree?.kind === 'object' ? tree : null;
  };
  const metadata = objectOf('metadata');
  // Older files have both of these in "metadata".
  const inner = metadata === null ? null : taker(notes, metadata, 'marketplace-field', '"metadata"');
  const entries = readEntries(
    notes,
    plugins.items,
    place,
    metadata === null ? null : pluginRootIn(notes, metadata),
  );
  reportUnknown(notes, root, fields, 'marketplace-key-unknown', 'the marketplace');
  return {
    name,
    owner: readOwner(notes, root),
    description: cut(take('description', text) ?? inner?.('description', text)),
    version: cut(take('version', text) ?? inner?.('version', text)),
    renames: readRenames(notes, objectOf('renames'), entries.listings),
    ...entries,
  };
}

/** `null`: it has none that could be a folder's; whoever adds the marketplace can give it one. */
function readName(notes: Notes, root: ObjectTree): string | null {
  const tree = fieldOf(root, 'name');
  const name = textOf(tree);
  if (tree === undefined) notes.report('marketplace-name', root.at, 'The marketplace has no "name"');
  else if (name === null)
    notes.report('marketplace-name', tree.at, wrongType('name', 'the marketplace', 'a string', tree));
  else {
    const problem = marketplaceNameProblem(name);
    if (problem === null) return name;
    notes.report('marketplace-name', tree.at, `The name of the marketplace, ${quote(name)}, ${problem}`);
  }
  return null;
}

function readOwner(notes: Notes, root: ObjectTree): string | null {
  const tree = fieldOf(root, 'owner');
  const name = tree?.kind === 'object' ? textOf(fieldOf(tree, 'name')) : null;
  if (name === null)
    notes.report('marketplace-owner', keyPlace(root, 'owner'), 'The marketplace does not name its owner');
  return name;
}

function pluginRootIn(notes: Notes, metadata: ObjectTree): string | null {
  const tree = fieldOf(metadata, 'pluginRoot');
  if (tree === undefined) return null;
  const path = textOf(tree);
  const inside = path === null || /^(?:[/~\\]|[A-Za-z]:)/.test(path) ? undefined : plainFolder(path);
  if (inside !== undefined) return inside ?? '.';
  const message =
    path === null
      ? wrongType('pluginRoot', '"metadata"', 'a path', tree)
      : `"pluginRoot", ${quote(path)}, is not inside the marketplace`;
  notes.report('plugin-root', tree.at, message);
  return null;
}

function readEntries(
  notes: Notes,
  items: readonly Tree[],
  place: MarketplacePlace,
  pluginRoot: string | null,
): Pick<Marketplace, 'listings' | 'aside'> {
  const listings: Listing[] = [];
  const aside: SetAside[] = [];
  const taken = new Set<string>();
  for (const item of items.slice(0, MAX_ENTRIES)) {
    try {
      const listing = readEntry(item, { notes, place, pluginRoot, taken });
      taken.add(listing.name.toLowerCase());
      listings.push(listing);
    } catch (error) {
      if (!(error instanceof BadEntry)) throw error;
      const problem = notes.report(error.code, error.at, `${error.message}; this plugin is left out`);
      aside.push({ name: nameIn(item), problem });
    }
  }
  const extra = items[MAX_ENTRIES];
  if (extra !== undefined) {
    const message = `The marketplace has ${items.length} plugins; only the first ${MAX_ENTRIES} are read`;
    notes.report('marketplace-too-many-plugins', extra.at, message);
  }
  return { listings, aside };
}

/** Old → new; chains are followed where a name is looked up. */
function readRenames(
  notes: Notes,
  tree: ObjectTree | null,
  listings: readonly Listing[],
): ReadonlyMap<string, string | null> {
  const renames = new Map<string, string | null>();
  const names = new Set(listings.map(({ name }) => name));
  for (const { key, at, value } of tree?.entries ?? []) {
    const to = textOf(value);
    const gone = value.kind === 'scalar' && value.value === null;
    if (to === null && !gone)
      notes.report('rename-invalid', value.at, wrongType(key, '"renames"', 'a name or null', value));
    else if (names.has(key))
      notes.report(
        'rename-invalid',
        at,
        `${quote(key)} is renamed, but there is a plugin of that name; it counts`,
      );
    else renames.set(key, to);
  }
  for (const { key, at } of tree?.entries ?? []) {
    const now = renames.has(key) ? finalName(renames, key) : null;
    if (now !== null && !names.has(now))
      notes.report('rename-invalid', at, `${quote(key)} is renamed to a plugin that is not there`);
  }
  return renames;
}

/** Longer chains of names are not followed. */
const MAX_RENAMES = 20;

/** What a name is now; `null`: the plugin is gone. A name that was never changed, or goes round in a circle, stays. */
export function finalName(renames: ReadonlyMap<string, string | null>, name: string): string | null {
  let now: string | null = name;
  for (let hops = 0; now !== null && renames.has(now); hops++) {
    if (hops === MAX_RENAMES) return name;
    now = renames.get(now) ?? null;
  }
  return now;
}
