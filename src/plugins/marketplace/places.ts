// Where everything about marketplaces lies.
import { join } from 'node:path';

export const marketplacesFolder = (home: string): string => join(home, '.amplifier', 'hooks-marketplaces');
export const knownFile = (home: string): string => join(marketplacesFolder(home), 'known.json');
/** There while somebody changes something. */
export const busyFile = (home: string): string => join(marketplacesFolder(home), '.busy');
