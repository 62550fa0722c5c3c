// All known marketplaces, read from their copies. Nothing is fetched.
import { existsSync } from 'node:fs';
import type { Diagnostic } from '../../nouns.js';
import { exclusively } from '../install/busy.js';
import { placeOfKnown } from './content.js';
import { recoverCopies } from './copies.js';
import { type Known, readKnown } from './known.js';
import type { Marketplace, MarketplacePlace } from './listing.js';
import { busyFile } from './places.js';
import { readMarketplace } from './read.js';

export interface Shelf {
  readonly known: Known;
  readonly place: MarketplacePlace;
  /** `null`: it cannot be used; the diagnostics say why. */
  readonly marketplace: Marketplace | null;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Catalogue {
  readonly shelves: readonly Shelf[];
  /** About the list of marketplaces itself. */
  readonly diagnostics: readonly Diagnostic[];
}

export async function openCatalogue(home: string): Promise<Catalogue> {
  const { known, diagnostics } = readKnown(home);
  const shelves: Shelf[] = [];
  for (const one of known) shelves.push(await openShelf(home, one));
  return { shelves, diagnostics };
}

export async function openShelf(home: string, known: Known): Promise<Shelf> {
  const place = placeOfKnown(home, known);
  // A copy that is not there is just being replaced, or whoever did so was killed.
  if (!existsSync(place.file)) await exclusively(busyFile(home), () => recoverCopies(home, Date.now()));
  return { known, place, ...readMarketplace(placeOfKnown(home, known)) };
}

/** When the content of a marketplace was fetched; `null`: it is read where it lies. */
export const fetchedAt = ({ origin, updatedAt }: Known): Date | null =>
  origin.kind === 'folder' || origin.kind === 'file' ? null : new Date(updatedAt);
