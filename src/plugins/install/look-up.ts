// Where the files of a source are. A plugin of a marketplace is looked up, and pinned so that others can fetch the same.
import type { ResolvedEntry } from '../marketplace/resolve.js';
import type { Pinned, PluginSource } from '../source.js';
import type { FetchableSource } from '../sources/order.js';

export interface LookedUp {
  readonly source: FetchableSource;
  /** What the marketplace says; `null`: it is from none. */
  readonly entry: ResolvedEntry | null;
  /** Our copy of a marketplace is nobody else's: what it is a copy of is the same for all. */
  readonly pin: (pinned: Pinned) => Pinned;
}

export async function lookUp(source: PluginSource, home: string): Promise<LookedUp> {
  if (source.kind !== 'marketplace') return { source, entry: null, pin: (pinned) => pinned };
  const { resolvePlugin } = await import('../marketplace/resolve.js');
  const entry = await resolvePlugin(source.plugin, source.marketplace, { home });
  const { elsewhere } = entry;
  const pin = (pinned: Pinned): Pinned => {
    if (elsewhere === null || elsewhere.commit === null) return pinned;
    const { kind, url, commit, folder } = elsewhere;
    return { kind, url, commit, folder };
  };
  return { source: entry.source, entry, pin };
}
