// Whether there is any place at all where hooks could stand, asked before anything else is loaded.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';

/** `true`: no hook is configured and nothing can be wrong either, so that reading would find nothing. */
export const nothingConfigured = (folders: readonly string[]): boolean =>
  folders.every((folder) => lstatSync(hooksDirOf(folder), { throwIfNoEntry: false }) === undefined);

/** The hooks directory of a project or home. */
export const hooksDirOf = (root: string): string => join(root, '.amplifier', 'hooks');
