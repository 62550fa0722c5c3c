// Which repository a project belongs to, read from its files: git itself is not asked, since a repository can make it run programs.
import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { textIn } from '../files/index.js';

export interface Repository {
  /** The same for all work trees of one repository; for a folder without one its own path. */
  readonly key: string;
  /** The uppermost folder that belongs to it. */
  readonly top: string;
  /** The real path of the project. */
  readonly project: string;
}

/** A file of git that is longer than this is none. */
const LONGEST = 64 * 1024;

export function repositoryOf(projectDir: string): Repository {
  const project = realOf(projectDir);
  for (let top = project; ; top = dirname(top)) {
    const common = commonFolder(join(top, '.git'));
    if (common !== null) {
      const inside = relative(top, project).split(sep).join('/');
      // Two folders of one repository may have hooks of the same name that run different files.
      return { key: inside === '' ? common : `${common}//${inside}`, top, project };
    }
    if (top === dirname(top)) return { key: project, top: project, project };
  }
}

/** What all work trees share; `null`: there is no repository here. */
function commonFolder(git: string): string | null {
  const found = lstatSync(git, { throwIfNoEntry: false });
  // Links are not followed: whoever packs an archive could lead to a repository that the user trusts.
  if (found?.isDirectory() === true) return textIn(join(git, 'HEAD'), LONGEST) === null ? null : git;
  if (found?.isFile() !== true) return null;
  const stated = /^gitdir:\s*(.+?)\s*$/m.exec(textIn(git, LONGEST) ?? '')?.[1];
  if (stated === undefined) return null;
  const own = realOf(resolve(dirname(git), stated));
  const common = textIn(join(own, 'commondir'), LONGEST)?.trim();
  // A submodule shares nothing with anybody.
  if (common === undefined) return textIn(join(own, 'HEAD'), LONGEST) === null ? null : git;
  const shared = realOf(resolve(own, common));
  return isKnownThere(own, shared, git) ? shared : git;
}

/** The repository itself must know the work tree; files elsewhere that merely name the repository prove nothing. */
function isKnownThere(own: string, shared: string, git: string): boolean {
  const back = textIn(join(own, 'gitdir'), LONGEST)?.trim();
  if (back === undefined || dirname(own) !== join(shared, 'worktrees')) return false;
  return realOf(resolve(own, back)) === realOf(git);
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}
