// `search`: plugins of all known marketplaces that fit some words, from the copies alone.
import type { Diagnostic } from '../../nouns.js';
import type { Roots } from '../install/place.js';
import { type Catalogue, openCatalogue } from './catalogue.js';
import { eventsOf, type HookFacts } from './events-of.js';
import { type Installed, installedFromMarketplaces } from './installed.js';
import type { Known } from './known.js';
import type { Listing } from './listing.js';
import { scoreOf } from './rank.js';

export interface SearchOrder {
  /** All of them have to be somewhere in a plugin. */
  readonly words: readonly string[];
  /** Only plugins of which it is known that they have hooks. */
  readonly hooksOnly: boolean;
  /** `null`: all. */
  readonly limit: number | null;
}

export interface Hit {
  readonly marketplace: string;
  readonly listing: Listing;
  readonly score: number;
  readonly hooks: HookFacts;
  readonly installed: readonly Installed[];
}

export interface SearchResult {
  readonly found: readonly Hit[];
  /** How many there are, shown or not. */
  readonly total: number;
  readonly searched: readonly { readonly known: Known; readonly plugins: number | null }[];
  readonly diagnostics: readonly Diagnostic[];
}

export async function searchPlugins(order: SearchOrder, around: Roots): Promise<SearchResult> {
  const catalogue = await openCatalogue(around.home);
  const fitting = ranked(catalogue, order.words);
  const most = order.limit ?? fitting.length;
  // Looking into plugins takes longer than everything else, so it is done once, and only for what is shown.
  const facts = new Map<Listing, HookFacts>();
  const factsOf = (listing: Listing): HookFacts => {
    const known = facts.get(listing) ?? eventsOf(listing);
    facts.set(listing, known);
    return known;
  };
  const chosen = order.hooksOnly ? fitting.filter(({ listing }) => hasHooks(factsOf(listing))) : fitting;
  const installed = installedFromMarketplaces(around);
  return {
    found: chosen.slice(0, most).map((one) => ({
      ...one,
      hooks: factsOf(one.listing),
      installed: installed.filter(
        ({ plugin, marketplace }) => plugin === one.listing.name && marketplace === one.marketplace,
      ),
    })),
    total: chosen.length,
    searched: catalogue.shelves.map(({ known, marketplace }) => ({
      known,
      plugins: marketplace?.listings.length ?? null,
    })),
    diagnostics: [
      ...catalogue.diagnostics,
      ...catalogue.shelves.flatMap(({ marketplace, diagnostics }) =>
        marketplace === null ? diagnostics : [],
      ),
    ],
  };
}

const hasHooks = (facts: HookFacts): boolean => facts.known && facts.events.length > 0;

interface Ranked {
  readonly marketplace: string;
  readonly listing: Listing;
  readonly score: number;
}

/** The best first; equals by name, then by marketplace. */
function ranked({ shelves }: Catalogue, words: readonly string[]): readonly Ranked[] {
  return shelves
    .flatMap(({ known, marketplace }) =>
      (marketplace?.listings ?? []).flatMap((listing): Ranked[] => {
        const score = scoreOf(listing, words);
        return score === null ? [] : [{ marketplace: known.name, listing, score }];
      }),
    )
    .sort(
      (a, b) =>
        b.score - a.score || compare(a.listing.name, b.listing.name) || compare(a.marketplace, b.marketplace),
    );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
