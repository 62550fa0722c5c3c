// Whether a path is a folder or lies below it, by the names alone: links are not followed.
import { isAbsolute, relative, sep } from 'node:path';

const HERE = { relative, isAbsolute, sep };

/** `paths`: the rules of another system. */
export function liesIn(
  folder: string,
  path: string,
  { relative, isAbsolute, sep }: typeof HERE = HERE,
): boolean {
  const way = relative(folder, path);
  // Between two drives there is no way, and a name may begin with two dots.
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
