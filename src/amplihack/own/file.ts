// Whose a file of the project is. A switch counts when it was set on this machine, not when a repository brought it.
import { lstatSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { foundWithin, realWithin } from '../../files/index.js';
import { reasonOf } from '../../text/index.js';
import type { Context } from '../context.js';
import { git } from '../git.js';

/** A regular file is there and git does not have it in its index. Where git cannot say, the file does not count. */
export async function isOwnFile(context: Context, path: string): Promise<boolean> {
  try {
    if (foundWithin(context.root, path)?.isFile() !== true) return false;
    const file = realWithin(context.root, path);
    const top = repositoryOf(dirname(file));
    const listed = top === null ? '' : await trackedAs(context, top, file);
    if (listed === '') return true;
    const why = listed === null ? 'git cannot say whether it' : 'it';
    context.warn(`${path} is not heeded: ${why} belongs to the repository`);
  } catch (error) {
    context.warn(`${path} is not heeded: ${reasonOf(error)}`);
  }
  return false;
}

/** The nearest folder with a repository, be it a submodule; `null`: there is none. */
function repositoryOf(folder: string): string | null {
  if (lstatSync(join(folder, '.git'), { throwIfNoEntry: false }) !== undefined) return folder;
  return dirname(folder) === folder ? null : repositoryOf(dirname(folder));
}

/** The name in the index, in whatever letters: some file systems do not tell them apart. Empty: it has none. */
function trackedAs(context: Context, top: string, file: string): Promise<string | null> {
  // Variables of git would say which repository and index are meant.
  const env = Object.fromEntries(Object.entries(context.env).filter(([name]) => !name.startsWith('GIT_')));
  const pattern = `:(icase,literal)${relative(top, file)}`;
  return git({ ...context, env }, '-C', top, 'ls-files', '-z', '--', pattern);
}
