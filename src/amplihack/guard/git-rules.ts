// T7 and T8: commits on a protected branch, and git commands that skip git's own hooks.
import type { Context } from '../context.js';
import { git } from '../git.js';
import { hasWholeWord } from './whole-word.js';

const GIT = /git\s+(?:commit|push|rebase|merge|cherry-pick|am)/g;
const COMMIT = /git\s+commit/g;
const NO_VERIFY = /--no-verify/g;

/** What is wrong with the command; `null`: nothing. */
export async function gitRules(command: string, context: Context): Promise<string | null> {
  return (await protectedBranch(command, context)) ?? skipsHooks(command);
}

async function protectedBranch(command: string, context: Context): Promise<string | null> {
  if (!hasWholeWord(command, COMMIT)) return null;
  const branch = (await git(context, 'branch', '--show-current'))?.trim();
  return branch === 'main' || branch === 'master'
    ? `Commits on the branch "${branch}" are not allowed. Make a branch for this work (git switch -c <name>) and commit there. Adding --no-verify does not help: this check is not one of git's own hooks.`
    : null;
}

const skipsHooks = (command: string): string | null =>
  hasWholeWord(command, NO_VERIFY)
    ? "--no-verify is not allowed: it skips git's own hooks, which check the work. Run the command without it and correct what the hooks find."
    : null;

export const isGitCommand = (command: string): boolean => hasWholeWord(command, GIT);
