// The home directory for commands that cannot do without one.
import { lstatSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { homeOf } from '../../files/index.js';
import { type Io, UserError } from '../io.js';

/** The one that was named, or the user's. Throws where there is none. */
export function homeFor({ env }: Pick<Io, 'env'>, named?: string): string {
  const { path, missing } = homeOf(env, named);
  if (missing === null) return path;
  // These commands make what is missing, as long as somebody said where.
  const stated = env['HOME'] ?? '';
  if (isAbsolute(stated) && lstatSync(stated, { throwIfNoEntry: false }) === undefined) return stated;
  throw new UserError(`there is no home directory: ${missing}`, 'Set HOME to a folder, as an absolute path.');
}
