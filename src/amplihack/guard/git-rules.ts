// T7 and T8: commits on a protected branch, and git commands that skip git's own hooks.
import type { Context } from '../context.js';
import { hasWholeWord } from './whole-word.js';

const GIT = /git\s+(?:commit|push|rebase|merge|cherry-pick|am)/g;
const COMMIT = /git\s+commit/g;
const NO_VERIFY = /--no-verify/g;

/** What is wrong with the command; `null`: nothing. */
export async function gitRules(command: string, context: Context): Promise<string | null> {
  if (!hasWholeWord(command, COMMIT)) return skipsHooks(command);
  const { protectedBranch } = await import('../seldom.js');
  return (await protectedBranch(context)) ?? skipsHooks(command);
}

const skipsHooks = (command: string): string | null =>
  hasWholeWord(command, NO_VERIFY)
    ? "--no-verify is not allowed: it skips git's own hooks, which check the work. Run the command without it and correct what the hooks find."
    : null;

export const isGitCommand = (command: string): boolean => hasWholeWord(command, GIT);
