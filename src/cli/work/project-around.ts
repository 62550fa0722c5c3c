// Whose folder something is made in.
import { resolve } from 'node:path';
import { homeOf, liesIn } from '../../files/index.js';
import type { Io } from '../io.js';
import { projectHere } from '../options/flags.js';

/**
 * The project that a folder is named in, which must not lead out of it; `null`: the folder is somewhere else by the wish of
 * whoever named it, or in the home directory, whose links are its owner's.
 */
export function projectAround(folder: string, io: Pick<Io, 'cwd' | 'env'>): string | null {
  const project = projectHere(io);
  return liesIn(project, folder) && homeOf(io.env).path !== resolve(project) ? project : null;
}
