// What becomes of links: one that leads to something in the plugin stays; one that leads to something else of the same
// repository or archive becomes a copy of it; every other is refused.
import { PluginProblem } from '../../problem.js';
import { quoted } from '../clean-text.js';
import { follow, isWithin, type Landing, type Lookup } from './links.js';
import { shown } from './names.js';
import type { Content, TreeWriter } from './tree-writer.js';

/** All that came from a source, of which the plugin is one folder. */
export interface Origin {
  readonly lookup: Lookup;
  /** `null`: the plugin is all there is, and no link leads to anything else. */
  readonly elsewhere: Elsewhere | null;
}

/** What lies beside the plugin, read to be copied. */
export interface Elsewhere {
  /** Names in a folder. */
  list(folder: string): readonly string[];
  executable(file: string): boolean;
  read(file: string): Content;
}

export interface Placing {
  readonly origin: Origin;
  /** The plugin's folder in the origin; '' is the top. */
  readonly root: string;
  readonly writer: TreeWriter;
  /** What a path of the origin is called in the tree of the writer. */
  readonly toWriter: (path: string) => string;
}

/** `links`: paths in the origin, each claimed at the writer as a link. */
export async function placeLinks(placing: Placing, links: readonly string[]): Promise<void> {
  for (const link of links) await placeLink(placing, link, placing.toWriter(link));
}

async function placeLink(placing: Placing, path: string, as: string): Promise<void> {
  const { origin, root, writer, toWriter } = placing;
  const landing = follow(origin.lookup, path);
  if (!('path' in landing)) throw refused(path, landing);
  if (landing.kind === 'folder' && isWithin(path, landing.path)) throw refused(path, { kind: 'circle' });
  if (isWithin(landing.path, root)) return writer.placeLink(as, toWriter(landing.path));
  if (landing.kind === 'nothing' || origin.elsewhere === null) throw refused(path, { kind: 'outside' });
  writer.dropLink(as);
  await copy(placing, origin.elsewhere, landing.path, as);
}

async function copy(placing: Placing, elsewhere: Elsewhere, path: string, as: string): Promise<void> {
  const { origin, writer } = placing;
  const found = origin.lookup(path);
  if (found === 'file') return writer.file(as, elsewhere.executable(path), elsewhere.read(path));
  if (found === 'folder') {
    writer.folder(as);
    for (const name of elsewhere.list(path)) {
      if (writer.wants(`${as}/${name}`)) await copy(placing, elsewhere, `${path}/${name}`, `${as}/${name}`);
    }
    return;
  }
  if (found !== null) {
    writer.link(as, found.target);
    await placeLink(placing, path, as);
  }
}

function refused(path: string, { kind }: Landing): PluginProblem {
  const why =
    kind === 'circle' ? 'leads in a circle' : 'leads out of where the plugin comes from, or to nothing';
  return new PluginProblem('unsafe', `the link ${quoted(shown(path))} ${why}`);
}
