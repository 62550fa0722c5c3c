// The oldest files of a journal give way to roll-ups, so that long statistics stay right.
import { renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Busy, type Lock, lock, PRIVATE_FILE, replaceFile } from '../files/index.js';
import { entriesOf, headerOf, readableFiles } from './files.js';
import type { FoldOptions } from './fold.js';
import {
  bytesOf,
  isMissing,
  isRotated,
  type JournalFile,
  names,
  type ProjectFiles,
  rollupFile,
  rotatedName,
} from './layout.js';
import { rollupsIn } from './rollups.js';
import type { Rollup } from './sums.js';
import { Tally } from './tally.js';

/** Whoever had a file open that is put aside has written to it by then, or finds its new name. */
const SETTLING_MS = 100;
/** A process that ends leaves a part of the work to the next one, but not where there is far too much. */
const TOLERATED = 1.25;
/** Nobody tidies for so long. */
const ABANDONED_MS = 10 * 60 * 1000;

/** Generations that no kept event can refer to go this long after their last use. */
const GENERATION_GRACE_MS = 24 * 60 * 60 * 1000;

interface Folding {
  readonly place: ProjectFiles;
  readonly options: FoldOptions;
  /** It ends after the file it is at. */
  readonly isClosing: () => boolean;
}

/** Folds what is too much of these files, unless somebody else does. */
export async function foldOldest(folding: Folding, files: readonly JournalFile[]): Promise<void> {
  // One at a time: so each file is counted once, and at most one is counted and not removed yet.
  const held = lockOf(folding.place);
  if (held === null) return;
  try {
    await foldSurplus(folding, files);
  } finally {
    held.release();
  }
  await forgetGenerations(folding);
}

function lockOf(place: ProjectFiles): Lock | null {
  try {
    return lock(join(place.rollups, 'lock'), { abandonedMs: ABANDONED_MS });
  } catch (error) {
    if (error instanceof Busy) return null;
    throw error;
  }
}

async function foldSurplus(folding: Folding, files: readonly JournalFile[]): Promise<void> {
  const { options, isClosing } = folding;
  const total = bytesOf(files);
  const { surplus, isYoung } = surplusOf(files, total, options);
  const kept = surplus.map((file) => (isRotated(file.name) ? file : putAside(file, folding)));
  if (isYoung) await setTimeout(SETTLING_MS);
  let bytes = total;
  for (const file of kept) {
    if (file !== null && (await fold(file, folding))) bytes -= file.size;
    if (isClosing() && bytes <= options.maxTotalBytes * TOLERATED) break;
  }
}

/** The oldest files that are too many. */
function surplusOf(
  files: readonly JournalFile[],
  total: number,
  { maxTotalBytes, maxFiles, quietMs, clock }: FoldOptions,
): { surplus: JournalFile[]; isYoung: boolean } {
  const surplus: JournalFile[] = [];
  let [bytes, isYoung] = [total, false];
  for (const file of files) {
    if (bytes <= maxTotalBytes && files.length - surplus.length <= maxFiles) break;
    // Somebody may still be writing to it, and to those that follow. In a burst that does not count: the size has an end.
    isYoung ||= file.changed > clock() - quietMs;
    if (isYoung && bytes <= maxTotalBytes) break;
    surplus.push(file);
    bytes -= file.size;
  }
  return { surplus, isYoung };
}

/** First the roll-up, then the file goes: a crash between loses nothing and counts nothing twice. */
async function fold(kept: JournalFile, { place, options }: Folding): Promise<boolean> {
  if ((await headerOf(kept.path, () => undefined)) === null) return false;
  const path = rollupFile(place, kept);
  const day = new Tally();
  let [files, last] = [0, ''];
  for await (const known of rollupsIn(path)) {
    day.merge(known.tally);
    files += known.files ?? 1;
    last = known.file;
  }
  if (last !== kept.name) {
    await count(kept, day);
    const rollup: Rollup = { kind: 'rollup', file: kept.name, files: files + 1, tally: day.stored() };
    replaceFile(path, `${options.header()}${JSON.stringify(rollup)}\n`, { mode: PRIVATE_FILE });
  }
  rmSync(kept.path, { force: true });
  return true;
}

async function count({ path }: JournalFile, tally: Tally): Promise<void> {
  const onDamaged = (): void => {
    tally.damaged += 1;
  };
  const all = { whole: false, end: Number.POSITIVE_INFINITY, onDamaged };
  for await (const entries of entriesOf(path, all)) for (const entry of entries) tally.add(entry);
}

/** A name is used again by the same session; what is folded needs one that is not. */
function putAside(file: JournalFile, { place, options }: Folding): JournalFile | null {
  const path = rotatedName(file.path, options.id());
  try {
    renameSync(file.path, path);
  } catch (error) {
    // Another process puts it aside at the same time.
    if (isMissing(error)) return null;
    throw error;
  }
  return { ...file, path, name: path.slice(place.folder.length + 1) };
}

async function forgetGenerations({ place, options }: Folding): Promise<void> {
  const kept = await readableFiles(place, null, new Set(), () => undefined);
  const begun = kept.map(({ header }) => header.at);
  const limit = Math.min(options.clock(), ...begun) - GENERATION_GRACE_MS;
  const { generations } = place;
  for (const name of names(generations)) {
    const path = join(generations, name);
    const used = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (used < limit) rmSync(path, { force: true });
  }
}
