// A marketplace as it is read: who owns it, and what it lists. Types only.
import type { Diagnostic } from '../../nouns.js';
import type { MarketplaceEntry } from '../source.js';

/** Where the files beside a marketplace.json are, and how far its word is trusted. */
export interface MarketplacePlace {
  readonly file: string;
  /** The folder that relative sources start from; `null`: there is only the file. */
  readonly root: string | null;
  /** It lies on this machine, so it may name other places on this machine. */
  readonly local: boolean;
}

/** Where a plugin can be had, or why it cannot. */
export type ListedSource =
  | { readonly kind: 'usable'; readonly source: MarketplaceEntry['source'] }
  | { readonly kind: 'unsupported'; readonly type: string; readonly why: string };

/** One plugin of a marketplace. */
export interface Listing {
  readonly name: string;
  readonly displayName: string | null;
  readonly description: string | null;
  readonly version: string | null;
  readonly author: string | null;
  readonly homepage: string | null;
  readonly license: string | null;
  readonly category: string | null;
  readonly keywords: readonly string[];
  readonly tags: readonly string[];
  readonly from: ListedSource;
  readonly strict: boolean;
  /** Beats what the manifest of the plugin says; `null`: nothing is said. */
  readonly defaultEnabled: boolean | null;
  /** As in `MarketplaceEntry`; `null`: none are written in the entry. */
  readonly hooks: unknown;
  readonly others: readonly string[];
  readonly line: number;
  readonly column: number;
}

/** An entry that cannot be used. */
export interface SetAside {
  readonly name: string | null;
  readonly problem: Diagnostic;
}

export interface Marketplace {
  /** As the file says; `null`: it states none that can be used. */
  readonly name: string | null;
  readonly owner: string | null;
  readonly description: string | null;
  readonly version: string | null;
  readonly listings: readonly Listing[];
  readonly aside: readonly SetAside[];
  /** Old name → new name; `null`: the plugin is gone. */
  readonly renames: ReadonlyMap<string, string | null>;
}

/** `marketplace` is `null` where nothing of the file can be used; the diagnostics say why. */
export interface MarketplaceReading {
  readonly marketplace: Marketplace | null;
  readonly diagnostics: readonly Diagnostic[];
}
