// Finds the test files of hooks.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export const TEST_FILE = /\.hooktest\.(?:ya?ml|json)$/;
/** Folders with other people's files, in which nobody looks for tests. */
const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules', '.git', '.venv', 'venv', '__pycache__']);

/** A path that cannot be used, in words for the person who named it. */
export class BadPath extends Error {}

/** All test files at or below the paths, each once, in name order. A file that is named itself may be called anything. */
export async function findTestFiles(paths: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const path of paths) {
    const stats = await stat(path).catch(() => null);
    if (stats === null) throw new BadPath(`${path}: there is no such file or folder`);
    const files = stats.isDirectory() ? await testsBelow(path) : [path];
    for (const file of files) found.add(file);
  }
  return [...found];
}

async function testsBelow(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  for (const below of await foldersBelow(folder)) {
    for (const name of await readdir(below).catch(() => [])) {
      if (TEST_FILE.test(name)) files.push(join(below, name));
    }
  }
  return files.sort();
}

/** A folder and every folder in it, links not followed. */
export async function foldersBelow(folder: string): Promise<readonly string[]> {
  // A folder that cannot be read holds no test that could be run.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const inner = entries.filter((entry) => entry.isDirectory() && !PASSED_OVER.has(entry.name));
  const below = await Promise.all(inner.map(({ name }) => foldersBelow(join(folder, name))));
  return [folder, ...below.flat()];
}
