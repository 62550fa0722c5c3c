// `plugin@marketplace` → where the plugin comes from, and what its marketplace says about it.

import { shellWord, similarNames } from '../../text/index.js';
import { PluginProblem } from '../problem.js';
import type { MarketplaceEntry, PluginSource } from '../source.js';
import { withoutLogin } from '../sources/clean-text.js';
import { openCatalogue, openShelf, type Shelf } from './catalogue.js';
import { readKnown } from './known.js';
import type { Listing, SetAside } from './listing.js';
import { knownByName } from './manage.js';
import { finalName } from './read.js';

export interface ResolvedEntry extends MarketplaceEntry {
  /** What the user calls the marketplace. */
  readonly marketplace: string;
  /** Beats what the manifest says; `null`: nothing is said. */
  readonly defaultEnabled: boolean | null;
  /** The name that was asked for, where the plugin is called otherwise now. */
  readonly renamedFrom: string | null;
  /** Of a folder in the copy of a marketplace: the folder that links in it may lead to, … */
  readonly within: string | null;
  /** … and where the same folder can be had on another machine; `null`: nowhere. */
  readonly elsewhere: Extract<PluginSource, { kind: 'git' }> | null;
}

/** `marketplace` `null`: whichever has it, if only one has. Throws a `PluginProblem` that says what to do. */
export async function resolvePlugin(
  plugin: string,
  marketplace: string | null,
  { home }: { readonly home: string },
): Promise<ResolvedEntry> {
  if (marketplace === null) return entryOf(...(await findAnywhere(plugin, home)), plugin);
  const shelf = await openShelf(home, knownByName(readKnown(home).known, marketplace));
  const listing = listingIn(shelf, plugin);
  if (listing !== null) return entryOf(shelf, listing, plugin);
  throw await notThere(shelf, plugin, home);
}

async function findAnywhere(plugin: string, home: string): Promise<readonly [Shelf, Listing]> {
  const { shelves } = await openCatalogue(home);
  const found = shelves.flatMap((shelf): [Shelf, Listing][] => {
    const listing = listingIn(shelf, plugin, true);
    return listing === null ? [] : [[shelf, listing]];
  });
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first;
  if (first !== undefined) {
    const names = found.map(([shelf, { name }]) => `${name}@${shelf.known.name}`);
    throw new PluginProblem(
      'unknown-plugin',
      `${found.length} marketplaces have a plugin ${JSON.stringify(plugin)}`,
      {
        hint: `Say which one: ${names.join(', ')}.`,
      },
    );
  }
  if (shelves.length === 0)
    throw new PluginProblem(
      'unknown-plugin',
      `nobody knows where ${JSON.stringify(plugin)} is: no marketplace is known`,
      {
        hint: 'Add one: `amplifier-hooks marketplace add <owner/name>`',
      },
    );
  const near = similarNames(plugin, shelves.flatMap(namesOn));
  throw new PluginProblem('unknown-plugin', `no known marketplace has a plugin ${JSON.stringify(plugin)}`, {
    hint: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : searchHint(plugin),
  });
}

/** Throws where the plugin is gone or its marketplace cannot be read, unless one only looks around. */
function listingIn(
  { known, marketplace, diagnostics }: Shelf,
  plugin: string,
  around = false,
): Listing | null {
  if (marketplace === null) {
    if (around) return null;
    const why = diagnostics.find(({ severity }) => severity === 'error')?.message ?? 'it cannot be read';
    throw new PluginProblem('bad-marketplace', `the marketplace ${known.name} cannot be used: ${why}`, {
      hint: `Fetch it again: \`amplifier-hooks marketplace update ${known.name}\``,
    });
  }
  const exact = marketplace.listings.find(({ name }) => name === plugin);
  const name = exact === undefined ? finalName(marketplace.renames, plugin) : plugin;
  if (name === null && !around) {
    throw new PluginProblem(
      'unknown-plugin',
      `${plugin} was taken out of the marketplace ${known.name} by its owner`,
    );
  }
  return exact ?? marketplace.listings.find((listing) => listing.name === name) ?? null;
}

function entryOf(shelf: Shelf, listing: Listing, asked: string): ResolvedEntry {
  const { known, place } = shelf;
  const { name, from, strict, version, description, hooks, others, defaultEnabled } = listing;
  if (from.kind === 'unsupported')
    throw new PluginProblem('unsupported-source', `${name}@${known.name} cannot be installed: ${from.why}`);
  const { source } = from;
  return {
    name,
    source,
    strict,
    version,
    description,
    hooks,
    others,
    marketplace: known.name,
    defaultEnabled,
    renamedFrom: asked === name ? null : asked,
    within: source.kind === 'folder' ? place.root : null,
    elsewhere: elsewhereOf(shelf, source),
  };
}

function elsewhereOf({ known, place }: Shelf, source: PluginSource): ResolvedEntry['elsewhere'] {
  const { origin, commit } = known;
  if (source.kind !== 'folder' || origin.kind !== 'git' || place.root === null) return null;
  const inside = source.path.slice(place.root.length + 1).replaceAll('\\', '/');
  const folder = [origin.folder, inside].filter((part) => part !== null && part !== '').join('/');
  return { ...origin, url: withoutLogin(origin.url), commit, folder: folder === '' ? null : folder };
}

const namesOn = ({ marketplace }: Shelf): readonly string[] => [
  ...(marketplace?.listings.map(({ name }) => name) ?? []),
  ...(marketplace?.renames.keys() ?? []),
];

const searchHint = (plugin: string): string => `Look for it: \`amplifier-hooks search ${shellWord(plugin)}\``;

async function notThere(shelf: Shelf, plugin: string, home: string): Promise<PluginProblem> {
  const aside = shelf.marketplace?.aside.find(({ name }) => name === plugin);
  if (aside !== undefined) return unusable(shelf, aside);
  const { name } = shelf.known;
  const near = similarNames(plugin, namesOn(shelf));
  const { shelves } = await openCatalogue(home);
  const others = shelves.flatMap((one) =>
    listingIn(one, plugin, true) === null ? [] : [`${plugin}@${one.known.name}`],
  );
  const hints = [
    ...(near.length > 0 ? [`Did you mean ${near.map((one) => `${one}@${name}`).join(' or ')}?`] : []),
    ...(others.length > 0 ? [`There is ${others.join(', ')}.`] : []),
  ];
  return new PluginProblem(
    'unknown-plugin',
    `the marketplace ${name} has no plugin ${JSON.stringify(plugin)}`,
    {
      hint: hints.length > 0 ? hints.join(' ') : searchHint(plugin),
    },
  );
}

const unusable = ({ known }: Shelf, { name, problem }: SetAside): PluginProblem =>
  new PluginProblem('bad-marketplace', `${name}@${known.name} cannot be installed: ${problem.message}`, {
    hint: `${problem.hint ?? ''} Only the owner of the marketplace can do that.`.trim(),
  });
