// Where a plugin can come from, and what fetching it gives. Types only.

/** A plugin's origin, parsed; nothing about it is fetched yet. */
export type PluginSource =
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 'git';
      /** Anything `git clone` takes; `owner/name` is already a URL here. */
      readonly url: string;
      /** Branch or tag; `null`: the default branch. */
      readonly ref: string | null;
      /** Full commit id; beats `ref`. */
      readonly commit: string | null;
      /** Folder inside the repository. */
      readonly folder: string | null;
    }
  | {
      readonly kind: 'npm';
      readonly package: string;
      /** Version, range or tag; `null`: `latest`. */
      readonly version: string | null;
      readonly registry: string | null;
    }
  /** tar, tar.gz, tgz or zip; `url` is http(s) or a path. */
  | { readonly kind: 'archive'; readonly url: string; readonly sha256: string | null }
  | { readonly kind: 'marketplace'; readonly plugin: string; readonly marketplace: string };

/** What of a source is written down so that the same bytes can be had again. */
export type Pinned =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'git'; readonly url: string; readonly commit: string; readonly folder: string | null }
  | {
      readonly kind: 'npm';
      readonly package: string;
      readonly version: string;
      readonly integrity: string;
      readonly registry: string | null;
    }
  | { readonly kind: 'archive'; readonly url: string; readonly sha256: string };

/** A plugin's files, unpacked and checked, in a folder that goes away with `dispose`. */
export interface Fetched {
  /** The plugin's root inside the staging folder: folders, regular files, and links that lead to something in it. */
  readonly folder: string;
  readonly pinned: Pinned;
  /** What was left out or is not whole, one sentence each (a submodule, a file kept with Git LFS). */
  readonly left: readonly string[];
  dispose(): void;
}

/** Told of long work; a terminal shows a bar, everything else gets plain lines. */
export interface Progress {
  /** `total` is `null` where it is not known. */
  step(what: string, done: number, total: number | null): void;
}

/** What a marketplace says about a plugin beyond its source. */
export interface MarketplaceEntry {
  readonly name: string;
  readonly source: Exclude<PluginSource, { kind: 'marketplace' }>;
  /** `false`: the entry is the whole definition, a manifest of the plugin must not declare components. */
  readonly strict: boolean;
  readonly version: string | null;
  readonly description: string | null;
  /** Hooks written in the entry itself: a path in the plugin, or an object as in hooks.json. */
  readonly hooks: unknown;
  /** Other components that the entry names: they are told of and left. */
  readonly others: readonly string[];
}
