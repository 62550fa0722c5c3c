// Where a plugin can come from, and what fetching it gives.
import { byTag, described, type Infer, object, oneOf, orNull, text, textLike } from '../text/shapes/index.js';

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
  | { readonly kind: 'marketplace'; readonly plugin: string; readonly marketplace: string }
  /** One of those that come with this package. */
  | { readonly kind: 'example'; readonly name: string };

export const sha256 = textLike(/^[0-9a-f]{64}$/, 'a sha256 digest');

/** What of a source is written down so that the same bytes can be had again. */
export const pinned = byTag(
  'kind',
  described(
    'A folder; from the project or home directory where it lies in there.',
    object({ kind: oneOf('folder'), path: text }),
  ),
  object({
    kind: oneOf('git'),
    url: text,
    commit: textLike(/^[0-9a-f]{40,64}$/, 'a commit id'),
    folder: orNull(text),
  }),
  object({ kind: oneOf('npm'), package: text, version: text, integrity: text, registry: orNull(text) }),
  object({ kind: oneOf('archive'), url: text, sha256 }),
  described(
    'An example of the package amplifier-hooks, in this version of it.',
    object({ kind: oneOf('example'), name: text, version: text }),
  ),
);
export type Pinned = Infer<typeof pinned>;

/** A plugin's files, unpacked and checked, in a folder that goes away with `dispose`. */
export interface Fetched {
  /** The plugin's root inside the staging folder: folders, regular files, and links that lead to something in it. */
  readonly folder: string;
  readonly pinned: Pinned;
  /** What was left out or is not whole, one sentence each (a submodule, a file kept with Git LFS). */
  readonly left: readonly string[];
  dispose(): void;
}

/** Told of long work; who shows it is somebody else's matter. */
export interface Progress {
  /** `total` is `null` where it is not known. */
  step(what: string, done: number, total: number | null): void;
}

/** For work that nobody watches. */
export const SILENT: Progress = { step: () => undefined };

/** What a marketplace says about a plugin beyond its source. */
export interface MarketplaceEntry {
  readonly name: string;
  readonly source: Exclude<PluginSource, { kind: 'marketplace' | 'example' }>;
  /** `false`: the entry is the whole definition, a manifest of the plugin must not declare components. */
  readonly strict: boolean;
  readonly version: string | null;
  readonly description: string | null;
  /** Hooks written in the entry itself: a path in the plugin, or an object as in hooks.json. */
  readonly hooks: unknown;
  /** Other components that the entry names: they are told of and left. */
  readonly others: readonly string[];
}
