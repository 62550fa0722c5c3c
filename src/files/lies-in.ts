// Whether a path is a folder or lies below it, by the names alone: links are not followed.
import * as here from 'node:path';

/** `paths`: the rules of another system. */
export function liesIn(
  folder: string,
  path: string,
  { relative, isAbsolute, sep }: Pick<typeof here, 'relative' | 'isAbsolute' | 'sep'> = here,
): boolean {
  const way = relative(folder, path);
  // Between two drives there is no way, and a name may begin with two dots.
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
