// Puts a new plugin on disk.
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NewPlugin } from './scaffold.js';

/** A wish that cannot be fulfilled: why, and what to do. */
export class BadWish extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null) {
    super(message);
    this.hint = hint;
  }
}

/** Writes the files; nothing that is there is replaced unless `force` says so, and nothing else is ever touched. */
export function writePlugin({ files }: NewPlugin, folder: string, force: boolean): readonly string[] {
  const paths = files.map(({ name }) => join(folder, name));
  const there = paths.filter((path) => existsSync(path));
  if (there.length > 0 && !force)
    throw new BadWish(
      `${there.length === 1 ? 'a file is' : 'files are'} there already: ${there.join(', ')}`,
      'Choose another name, or let --force replace them.',
    );
  for (const [index, { content, executable }] of files.entries()) {
    const path = paths[index] ?? folder;
    mkdirSync(dirname(path), { recursive: true });
    // A link is replaced, not followed: it may lead anywhere.
    if (force) rmSync(path, { force: true });
    writeFileSync(path, content, { flag: 'wx' });
    if (executable) chmodSync(path, 0o755);
  }
  return paths;
}
