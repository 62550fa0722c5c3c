// Entries read from the places that are known of them.
import { fill, openHandle } from '../files/index.js';
import type { Entry } from './entries.js';
import { isEntry } from './files.js';
import type { Located } from './growth.js';
import { isMissing, listFiles, type ProjectFiles } from './layout.js';
import { parseWhole } from './parse.js';

/** Longer lines are none that a journal writes. */
const LONGEST = 16 * 1024 * 1024;

/** Each of them whole, in the same order; `null`: its file is gone, or something else lies there. */
export async function entriesAt(
  place: ProjectFiles,
  wanted: readonly Located[],
): Promise<readonly (Entry | null)[]> {
  const paths = new Map(listFiles(place).map(({ identity, path }) => [identity, path]));
  const found: (Entry | null)[] = [];
  for (const at of wanted) {
    const path = paths.get(at.file);
    found.push(path === undefined ? null : await entryAt(path, at));
  }
  return found;
}

async function entryAt(path: string, { start, bytes }: Located): Promise<Entry | null> {
  if (bytes > LONGEST) return null;
  try {
    const file = await openHandle(path);
    try {
      const line = Buffer.alloc(bytes);
      if ((await fill(file, line, start)) < bytes) return null;
      const entry = parseWhole(line);
      return isEntry(entry) ? entry : null;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
