// Problems with plugins, as the user's.
import { PluginProblem } from '../../plugins/index.js';
import { withoutSecrets } from '../../plugins/sources/index.js';
import { UserError } from '../io.js';

/** Does something; a `PluginProblem` becomes the user's. */
export async function tellProblems<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PluginProblem)) throw error;
    throw new UserError(withoutSecrets(error.message), withoutSecrets(error.hint));
  }
}
