// T7: where nobody commits directly. Only commits load it: it brings along how git is asked.
import type { Context } from '../context.js';
import { git } from '../git.js';

/** What is wrong with a commit here; `null`: nothing. */
export async function protectedBranch(context: Context): Promise<string | null> {
  const branch = (await git(context, 'branch', '--show-current'))?.trim();
  return branch === 'main' || branch === 'master'
    ? `Commits on the branch "${branch}" are not allowed. Make a branch for this work (git switch -c <name>) and commit there. Adding --no-verify does not help: this check is not one of git's own hooks.`
    : null;
}
