// Finds the vectors in folders and reads them.
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { readBytes } from '../files/index.js';
import { isRecord, reasonOf } from '../text/index.js';
import { parseVector } from './parse.js';
import type { Subject } from './result.js';
import { type Vector, vectorName } from './vector.js';

/** A file that holds, or should hold, a vector. */
export type Loaded =
  | { readonly ok: true; readonly subject: Subject; readonly vector: Vector }
  | { readonly ok: false; readonly subject: Subject; readonly problems: readonly string[] };

/** A folder that cannot be used, in the words for the person who named it. */
export class BadFolder extends Error {}

/** Reads every vector below the folders, each file once, in the order of their names. */
export async function loadVectors(folders: readonly string[]): Promise<readonly Loaded[]> {
  const loaded = new Map<string, Loaded>();
  for (const folder of folders) {
    const files = await filesIn(folder);
    if (files.length === 0) throw new BadFolder(`${folder}: there are no vectors (*.json) in this folder`);
    for (const file of files) {
      const path = join(folder, file);
      const key = await realpath(path);
      if (!loaded.has(key)) loaded.set(key, await loadFile(path, relative(process.cwd(), path)));
    }
  }
  return [...loaded.values()];
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const found = await stat(folder).catch(() => null);
  if (found === null) throw new BadFolder(`${folder}: there is no such folder`);
  if (!found.isDirectory()) throw new BadFolder(`${folder}: this is not a folder`);
  const entries = await readdir(folder, { recursive: true });
  return entries.filter((entry) => entry.endsWith('.json')).sort();
}

async function loadFile(path: string, shown: string): Promise<Loaded> {
  const unnamed: Subject = { name: shown, group: 'malformed', title: basename(path), file: shown };
  let value: unknown;
  try {
    value = JSON.parse(readBytes(path).toString('utf8'));
  } catch (error) {
    const why = reasonOf(error);
    return { ok: false, subject: unnamed, problems: [`this is not a JSON file: ${why}`] };
  }
  const parsed = parseVector(value);
  if (!parsed.ok) {
    const problems = parsed.problems.map(({ message }) => message);
    return { ok: false, subject: subjectOf(value, unnamed), problems };
  }
  const { vector } = parsed;
  return {
    ok: true,
    vector,
    subject: { name: vectorName(vector), group: vector.group, title: vector.title, file: shown },
  };
}

/** As much of the name of a malformed vector as can be read. */
function subjectOf(value: unknown, unnamed: Subject): Subject {
  if (!isRecord(value)) return unnamed;
  const { group, title } = value;
  return {
    ...unnamed,
    group: typeof group === 'string' ? group : unnamed.group,
    title: typeof title === 'string' ? title : unnamed.title,
  };
}
