// The files of a commit, put into a folder as a checkout of it would have them.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Copier, copyRepository } from '../scratch/index.js';
import { reasonOf } from '../text/index.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Git says no; in its words. */
export class NoCommit extends Error {}

/** Nothing of a repository runs while its files are looked at: no hook of git, no monitor, no download. */
const QUIET = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'];

/** The commit that a word means, which is only ever a word to git. Throws `NoCommit`. */
export function commitOf(top: string, ref: string, env: Env): string {
  return git(top, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`], env, {
    otherwise: `${JSON.stringify(ref)} is not a commit of ${top}`,
  }).trim();
}

/** Puts the files of a commit into an empty folder, with a repository of its own beside them: on the same branch, at that commit. */
export function filesOfCommit(top: string, commit: string, target: string, env: Env): void {
  const folder = join(target, '.git');
  const copier = new Copier(LIMITS);
  copyRepository(join(top, '.git'), folder, (from, to) => copier.copy(from, to));
  const config = join(folder, 'config');
  const whole = readFileSync(config, 'utf8');
  // Nobody approved what a repository has git run: a filter of its own, say.
  writeFileSync(config, plainConfig(whole));
  const branch = /^ref: (refs\/heads\/\S+)$/m.exec(readFileSync(join(folder, 'HEAD'), 'utf8'))?.[1];
  // What was checked out then was no less a branch.
  if (branch === undefined) writeFileSync(join(folder, 'HEAD'), `${commit}\n`);
  else git(target, ['update-ref', branch, commit], env);
  git(target, ['read-tree', '--reset', commit], env);
  git(target, ['checkout-index', '--all', '--force', '--quiet', `--prefix=${target}${sep}`], env);
  writeFileSync(config, whole);
}

/** What is in a folder of git beside objects. */
const LIMITS = { bytes: 1024 ** 3, files: 200_000, fileBytes: 512 * 1024 ** 2 };

/** Of the configuration of a repository only what says in which form it is, and nothing that names a program or another file. */
function plainConfig(text: string): string {
  let section = '';
  const lines = text.split('\n').filter((line) => {
    const head = /^\s*\[([^\]]*)\]/.exec(line)?.[1];
    if (head !== undefined) section = head.trim().toLowerCase();
    if (section === 'core')
      return head !== undefined
        ? /^\s*\[[^\]]*\]\s*$/.test(line)
        : /^\s*(?:repositoryformatversion|filemode|symlinks|ignorecase)\s*=\s*\w+\s*$/i.test(line);
    if (section === 'extensions')
      return head !== undefined
        ? /^\s*\[[^\]]*\]\s*$/.test(line)
        : /^\s*(?:objectformat|refstorage|compatobjectformat)\s*=\s*\w+\s*$/i.test(line);
    return false;
  });
  return `${lines.join('\n')}\n`;
}

interface How {
  /** What is said where git has no words for it. */
  readonly otherwise?: string;
}

/** Runs git in a folder, and in no other that the environment may name. Throws `NoCommit`. */
function git(folder: string, words: readonly string[], env: Env, how: How = {}): string {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
  const { status, stdout, stderr, error } = spawnSync('git', [...QUIET, ...words], {
    cwd: folder,
    env: { ...own, GIT_LFS_SKIP_SMUDGE: '1', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (error !== undefined) throw new NoCommit(`git cannot be started: ${reasonOf(error)}`);
  if (status === 0) return stdout;
  throw new NoCommit(stderr.trim() || how.otherwise || `git ${words[0]} failed`);
}
