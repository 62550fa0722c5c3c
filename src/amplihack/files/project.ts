// Files of the project. A repository may bring links in their place; none of them is followed out of it.
import { foundWithin, Outside, readWithin, removeWithin, replaceWithin } from '../../files/index.js';
import { type Context, HookError } from '../context.js';

/** The text of a file; `null`: there is none that can be read. */
export function textInProject(context: Context, path: string, maxBytes?: number): string | null {
  try {
    return readWithin(context.root, path, maxBytes).toString('utf8');
  } catch (error) {
    if (error instanceof Outside) context.warn(`${error.message}; it is not read`);
    return null;
  }
}

/** Whether something stands there, be it a link. */
export function isInProject(context: Context, path: string): boolean {
  try {
    return foundWithin(context.root, path) !== null;
  } catch (error) {
    if (error instanceof Outside) context.warn(`${error.message}; it counts as missing`);
    return false;
  }
}

/** Throws where it cannot be done. */
export const replaceInProject = (
  { root }: Context,
  path: string,
  content: string | ((handle: number) => void),
): void => inside(() => replaceWithin(root, path, content));

/** Throws where it cannot be done; what is not there is fine. */
export const removeFromProject = ({ root }: Context, path: string): void =>
  inside(() => removeWithin(root, path));

/** A link that leads out is a problem to tell, not a fault of this program. */
export function inside<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Outside ? new HookError(error.message) : error;
  }
}
