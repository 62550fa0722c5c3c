// Problems with plugins, as the user's.
import { PluginProblem } from '../../plugins/index.js';
import { harmless } from '../../plugins/sources/index.js';
import { UserError } from '../io.js';

/** Does something; a `PluginProblem` becomes the user's, with nothing in it that moves a cursor. */
export async function tellProblems<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PluginProblem)) throw error;
    throw new UserError(harmless(error.message), harmless(error.hint));
  }
}
