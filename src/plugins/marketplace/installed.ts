// Which plugins of marketplaces are installed, by the lock files.
import { readLock } from '../install/lock-file.js';
import { type InstallScope, placesOf, type Roots } from '../install/place.js';
import { PluginProblem } from '../problem.js';

export interface Installed {
  readonly plugin: string;
  readonly marketplace: string;
  readonly scope: InstallScope;
  readonly version: string | null;
}

/** A lock file that cannot be read says nothing here; the commands that need it say what is wrong with it. */
export function installedFromMarketplaces(around: Roots): readonly Installed[] {
  return placesOf(around).flatMap((place) => {
    try {
      return [...readLock(place)].flatMap(([plugin, { marketplace, version }]) =>
        marketplace === null ? [] : [{ plugin, marketplace, scope: place.scope, version }],
      );
    } catch (error) {
      if (error instanceof PluginProblem) return [];
      throw error;
    }
  });
}
