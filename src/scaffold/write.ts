// Puts a new plugin on disk.
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolders, outside } from '../files/index.js';
import type { NewPlugin } from './scaffold.js';

/** A wish that cannot be fulfilled: why, and what to do. */
export class BadWish extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null) {
    super(message);
    this.hint = hint;
  }
}

/** Writes the files, all of them within `within`; nothing that is there is replaced unless `force` says so, and nothing else is ever touched. */
export function writePlugin(
  { files }: NewPlugin,
  folder: string,
  { force, within }: { readonly force: boolean; readonly within: string | null },
): readonly string[] {
  const paths = files.map(({ name }) => join(folder, name));
  for (const path of within === null ? [] : [folder, ...paths.map((one) => dirname(one))]) {
    const away = outside(within ?? folder, path);
    if (away !== null)
      throw new BadWish(
        `${path} leads out of the project, to ${away}; nothing was written`,
        'Remove the link, or name the place itself with --dir.',
      );
  }
  const there = paths.filter((path) => existsSync(path));
  if (there.length > 0 && !force)
    throw new BadWish(
      `${there.length === 1 ? 'a file is' : 'files are'} there already: ${there.join(', ')}`,
      'Choose another name, or let --force replace them.',
    );
  for (const [index, { content, executable }] of files.entries()) {
    const path = paths[index] ?? folder;
    makeFolders(dirname(path));
    // A link is replaced, not followed: it may lead anywhere.
    if (force) rmSync(path, { force: true });
    writeFileSync(path, content, { flag: 'wx' });
    if (executable) chmodSync(path, 0o755);
  }
  return paths;
}
