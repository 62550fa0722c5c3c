// Git, asked about a repository that may be somebody else's: no program that the repository itself names is run.
import { delimiter } from 'node:path';
import { foldersOf } from '../machine/index.js';
import type { Context } from './context.js';
import { output } from './program.js';

/** What outweighs the repository's own configuration. */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  // A folder of the project that looks like a bare repository would bring a configuration along.
  'safe.bareRepository=explicit',
];

/** Nothing is fetched, since addresses and transports are configuration too; nothing is locked; nobody is asked. */
const SURROUNDINGS = {
  GIT_ALLOW_PROTOCOL: '',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};

/** What a git command prints; `null`: no git, no repository, no answer in time. */
export const git = (context: Context, ...args: readonly string[]): Promise<string | null> =>
  gitWith(context, SETTINGS, args);

function gitWith(
  context: Context,
  settings: readonly string[],
  args: readonly string[],
): Promise<string | null> {
  const { PATH, ...env } = context.env;
  return output(context, {
    program: 'git',
    args: ['--no-pager', ...settings.flatMap((setting) => ['-c', setting]), ...args],
    env: { ...env, ...SURROUNDINGS, ...(PATH === undefined ? {} : { PATH: elsewhere(PATH) }) },
    stdin: '',
    limitMs: context.limits.git,
  });
}

/** A relative folder is one of the project's. */
const elsewhere = (path: string): string => foldersOf(path).join(delimiter);

/** `git status --porcelain`; `null`: there is none. Submodules are looked at from outside only. */
export async function gitStatus(context: Context): Promise<string | null> {
  const filters = await ownFilters(context);
  if (filters === null) return null;
  if (filters.some((name) => name.includes('='))) {
    context.warn(
      'git was not asked for changed files: this repository configures a filter with "=" in its name',
    );
    return null;
  }
  const without = filters.flatMap((name) => [
    `filter.${name}.clean=`,
    `filter.${name}.process=`,
    `filter.${name}.required=false`,
  ]);
  return gitWith(context, [...SETTINGS, ...without], ['status', '--porcelain', '--ignore-submodules=dirty']);
}

/** The filters that the repository's own configuration names: to compare a file, git would run them. */
async function ownFilters(context: Context): Promise<readonly string[] | null> {
  const listed = await git(context, 'config', '--list', '--show-scope', '--name-only', '-z');
  if (listed === null) return null;
  const words = listed.split('\0');
  const names = words.flatMap((key, index) => {
    const isOwn = index % 2 === 1 && /^(?:local|worktree)$/.test(words[index - 1] ?? '');
    return (isOwn ? /^filter\.(.*)\.[^.]+$/s.exec(key)?.[1] : undefined) ?? [];
  });
  return [...new Set(names)];
}
