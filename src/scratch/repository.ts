// A copy of a git repository that stands alone: what is done with git in it never reaches the repository it was copied from.
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { textIn } from '../files/index.js';

/** A file of git that is longer than this is none. */
const LONGEST = 64 * 1024;

/** Objects are never changed, so the copy reads them where they are. The others are large, or lead back to other work trees. */
const NOT_COPIED = new Set(['objects', 'worktrees', 'modules', 'lfs', 'annex', 'logs', 'rr-cache', 'config']);
/** What a work tree has of its own, beside what leads to its repository. */
const LEADS_BACK = new Set(['gitdir', 'commondir', 'logs', 'refs', 'modules']);

/** What is copied besides, file by file. */
type CopyPart = (source: string, target: string) => void;

/** Makes the folder `target` from `.git` of a work tree, which may be a folder or a file that names one. */
export function copyRepository(git: string, target: string, copyPart: CopyPart): void {
  const own = gitFolderOf(git);
  if (own === null) return;
  const shared = textIn(join(own, 'commondir'), LONGEST)?.trim();
  const common = shared === undefined ? own : resolve(own, shared);
  mkdirSync(join(target, 'objects', 'info'), { recursive: true });
  mkdirSync(join(target, 'refs'), { recursive: true });
  const parts = (folder: string, without: ReadonlySet<string>): void => {
    for (const name of readdirSync(folder))
      if (!without.has(name) && !name.endsWith('.lock')) copyPart(join(folder, name), join(target, name));
  };
  // What is there already stays: the branch and the index of a work tree count before those of its repository.
  if (own !== common) parts(own, LEADS_BACK);
  parts(common, NOT_COPIED);
  writeFileSync(join(target, 'objects', 'info', 'alternates'), `${join(common, 'objects')}\n`);
  writeFileSync(join(target, 'config'), withoutWorkTree(join(common, 'config')));
}

/** A repository that says where its files lie would have git change them there. */
function withoutWorkTree(config: string): string {
  const text = lstatSync(config, { throwIfNoEntry: false })?.isFile() ? readFileSync(config, 'utf8') : '';
  return text.replace(/^\s*worktree\s*=.*$/gim, '');
}

function gitFolderOf(git: string): string | null {
  if (lstatSync(git).isDirectory()) return textIn(join(git, 'HEAD'), LONGEST) === null ? null : git;
  const stated = /^gitdir:\s*(.+?)\s*$/m.exec(textIn(git, LONGEST) ?? '')?.[1];
  if (stated === undefined) return null;
  const own = resolve(dirname(git), stated);
  return textIn(join(own, 'HEAD'), LONGEST) === null ? null : own;
}
