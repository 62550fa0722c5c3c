// Which project a session belongs to that starts in a subfolder of it. Asked before anything else is loaded.
import { existsSync, lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { homeOf } from '../files/index.js';
import { PROJECT_SEARCH, type ProfileName } from '../profile-names.js';
import { hooksDirOf } from './nothing.js';

export interface ProjectSearch {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: the home directory of the user. */
  readonly home?: string | undefined;
  /** Default: `amplifier`. */
  readonly profile?: ProfileName | undefined;
  /** Claude Code's settings are read too. */
  readonly claudeSettings: boolean;
}

/** What makes a folder a project. */
type Mark = (folder: string) => string;

const claudeDirOf: Mark = (folder) => join(folder, '.claude');

/**
 * The nearest folder with hooks from where the session starts up to the root of the repository; where none has any, the folder
 * with Claude Code's settings, and else the one where it starts. What it finds there is no more trusted than if the session had
 * started there.
 */
export function projectFrom(start: string, search: ProjectSearch): string {
  const { profile = 'amplifier', claudeSettings } = search;
  if (PROJECT_SEARCH[profile] === 'start-folder' || existsSync(hooksDirOf(start))) return start;
  const above = foldersAbove(start, search);
  if (above.length === 0) return start;
  const nearest = (...marks: readonly Mark[]): string | undefined =>
    [start, ...above].find((folder) => marks.some((mark) => existsSync(mark(folder))));
  const found = claudeSettings
    ? nearest(hooksDirOf, claudeDirOf)
    : (nearest(hooksDirOf) ?? nearest(claudeDirOf));
  return found ?? start;
}

/**
 * The folders above one, up to the root of its repository; empty: it is in none, or the root itself. The home directory is never
 * a project, and neither is what lies above it, on another file system, or belongs to somebody who has nothing to do with the
 * folder: anybody could put a repository into /tmp.
 */
function foldersAbove(start: string, { env, home }: ProjectSearch): readonly string[] {
  const above: string[] = [];
  try {
    const first = realpathSync.native(start);
    const own = statSync(first);
    const { path, missing } = homeOf(env, home);
    const end = missing === null ? realpathSync.native(path) : null;
    for (let folder = first; folder !== end; folder = dirname(folder)) {
      const found = statSync(folder);
      if (found.dev !== own.dev || !isOfTheSame(found, own)) return [];
      if (folder !== first) above.push(folder);
      if (isRoot(folder, own)) return above;
      if (folder === dirname(folder)) return [];
    }
    return end !== null && isRoot(end, own) ? above : [];
  } catch {
    // What cannot be looked at is not searched: whoever loads the hooks of the folder says what is wrong with it.
    return [];
  }
}

/** Links are not followed: they could lead to a repository of somebody else. */
function isRoot(folder: string, own: Stats): boolean {
  const git = join(folder, '.git');
  const found = lstatSync(git, { throwIfNoEntry: false });
  if (found === undefined || !isOfTheSame(found, own)) return false;
  return found.isFile() || (found.isDirectory() && existsSync(join(git, 'HEAD')));
}

/** It belongs to the user, or to whoever owns the folder where the session starts. */
const isOfTheSame = ({ uid }: Stats, own: Stats): boolean => uid === own.uid || uid === process.getuid?.();
