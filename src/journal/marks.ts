// What a person says about what observing hooks would have blocked: whether it was right.
import { join } from 'node:path';
import { PRIVATE_FILE, privateFolder, replaceFile, textIn, whileLockedSync } from '../files/index.js';
import { type Infer, mapOf, number, oneOf, open, text } from '../text/shapes/index.js';
import { type ProjectFiles, placeOf } from './layout.js';
import { parseJson } from './parse.js';
import type { Where } from './read.js';

export const MARKS = ['false-alarm', 'right'] as const;
export const mark = oneOf(...MARKS);

const markedShape = open({ mark, at: number, hook: text });
export type Marked = Infer<typeof markedShape>;
const fileShape = open({ version: oneOf(1), marks: mapOf(markedShape) });

const LARGEST = 4 * 1024 * 1024;
/** More are forgotten, the oldest first. */
const MOST = 10_000;
const WAITING = { patienceMs: 5000, abandonedMs: 60_000 };

const fileOf = ({ folder }: ProjectFiles): string => join(folder, 'marks.json');

/** All marks by the id of what was observed. They outlive it, so that they can be counted. */
export function readMarks({ stateDir, projectDir }: Where): ReadonlyMap<string, Marked> {
  const value = parseJson(textIn(fileOf(placeOf(stateDir, projectDir)), LARGEST) ?? '');
  return new Map(Object.entries(fileShape.is(value) ? value.marks : {}));
}

/** Sets a mark, or takes it away. Throws what the system says. */
export function setMark(where: Where, id: string, marked: Marked | null): void {
  const place = placeOf(where.stateDir, where.projectDir);
  privateFolder(place.folder);
  const file = fileOf(place);
  whileLockedSync(`${file}.lock`, WAITING, () => {
    const marks = new Map(readMarks(where));
    marks.delete(id);
    if (marked !== null) marks.set(id, marked);
    const content = { version: 1, marks: Object.fromEntries([...marks].slice(-MOST)) };
    replaceFile(file, `${JSON.stringify(content, null, 1)}\n`, { mode: PRIVATE_FILE });
  });
}
