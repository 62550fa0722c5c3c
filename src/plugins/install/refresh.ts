// Before plugins of marketplaces are updated, the marketplaces are.
import type { Tools } from './install.js';
import { readLock } from './lock-file.js';
import type { InstallPlace } from './place.js';

/** Gives a sentence for each marketplace that could not be brought up to date; what is known of it is used then. */
export async function refreshMarketplaces(
  chosen: readonly (readonly [InstallPlace, readonly string[]])[],
  tools: Pick<Tools, 'home' | 'env' | 'progress' | 'signal'>,
): Promise<readonly string[]> {
  const names = new Set(
    chosen.flatMap(([place, plugins]) => {
      const locked = readLock(place);
      return plugins.flatMap((name) => locked.get(name)?.marketplace ?? []);
    }),
  );
  if (names.size === 0) return [];
  const { updateMarketplaces } = await import('../marketplace/manage.js');
  const notes: string[] = [];
  for (const name of names)
    for (const { problem } of await updateMarketplaces(name, tools))
      if (problem !== null) notes.push(`the marketplace ${name} is as old as before: ${problem.message}`);
  return notes;
}
