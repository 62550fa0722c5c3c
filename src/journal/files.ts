// The files a reader looks at: only those of a version it understands, and none that is counted in a roll-up already.

import { linesBackwards, linesForwards } from '../files/index.js';
import { type Entry, type Header, header } from './entries.js';
import { FORMAT } from './format.js';
import { type JournalFile, listFiles, type ProjectFiles } from './layout.js';
import { type Line, observedOnly, parseHead, parseJson, parseWhole, versionOf } from './parse.js';
import type { JournalProblem } from './problem.js';

export interface ReadableFile extends JournalFile {
  readonly header: Header;
}

/** The session files that can be read; what cannot is reported. */
export async function readableFiles(
  place: ProjectFiles,
  session: string | null,
  folded: ReadonlySet<string>,
  onProblem: (problem: JournalProblem) => void,
): Promise<ReadableFile[]> {
  const found: ReadableFile[] = [];
  for (const file of listFiles(place, session)) {
    if (folded.has(file.name)) continue;
    const first = await headerOf(file.path, onProblem);
    if (first !== null && (session === null || first.session === session))
      found.push({ ...file, header: first });
  }
  return found;
}

/** The header of a file; `null` where there is none yet, or one of another version. */
export async function headerOf(
  path: string,
  onProblem: (problem: JournalProblem) => void,
): Promise<Header | null> {
  for await (const { lines } of linesForwards(path, { start: 0, end: 64 * 1024 })) {
    for (const line of lines) {
      const version = versionOf(line);
      if (version === FORMAT) {
        const value = parseJson(line.toString('utf8'));
        if (header.is(value)) return value;
      }
      // A first line that was torn is followed by another header.
      if (version === null && parseHead(line).kind === 'damaged') continue;
      onProblem({ file: path, message: strange(version) });
      return null;
    }
  }
  return null;
}

function strange(version: number | null): string {
  return version === null
    ? 'this is not a journal: it does not begin with a line that states its version; it is left out'
    : `this journal is of version ${version}, and this program reads version ${FORMAT}; it is left out. Use the newer amplifier-hooks that wrote it.`;
}

export const isEntry = (line: Line): line is Entry => line.kind !== 'journal' && line.kind !== 'damaged';

/** The entries of a file in order, a piece at a time. */
export async function* entriesOf(
  path: string,
  options: {
    readonly whole: boolean;
    readonly end: number;
    readonly observedOnly?: boolean;
    readonly onDamaged?: () => void;
  },
): AsyncGenerator<readonly Entry[]> {
  const wanted = options.whole ? parseWhole : parseHead;
  const parse = options.observedOnly === true ? observedOnly(wanted) : wanted;
  for await (const { lines } of linesForwards(path, { start: 0, end: options.end })) {
    yield entriesIn(lines, parse, options.onDamaged);
  }
}

/** The entries of a file, the last one first. */
export async function* entriesBackwards(
  path: string,
  options: { readonly whole: boolean; readonly end: number },
): AsyncGenerator<readonly Entry[]> {
  const parse = options.whole ? parseWhole : parseHead;
  for await (const lines of linesBackwards(path, options.end)) yield entriesIn(lines, parse);
}

export function entriesIn(
  lines: readonly Buffer[],
  parse: (line: Buffer) => Line,
  onDamaged: () => void = () => undefined,
): Entry[] {
  const entries: Entry[] = [];
  for (const line of lines) {
    const parsed = parse(line);
    if (isEntry(parsed)) entries.push(parsed);
    else if (parsed.kind === 'damaged') onDamaged();
  }
  return entries;
}

/** What stands in one file that somebody named. */
export interface JournalFileContent {
  /** `null`: it states none, as what `log --json` prints. */
  readonly header: Header | null;
  readonly entries: readonly Entry[];
  /** Lines that are nothing of a journal. */
  readonly damaged: number;
}

/** Reads a whole file, wherever it lies. Throws what the system says. */
export async function readJournalFile(path: string): Promise<JournalFileContent> {
  let [header, damaged]: [Header | null, number] = [null, 0];
  const entries: Entry[] = [];
  for await (const { lines } of linesForwards(path)) {
    for (const line of lines) {
      if (line.length === 0) continue;
      const parsed = parseWhole(line);
      if (isEntry(parsed)) entries.push(parsed);
      else if (parsed.kind === 'journal' && parsed.version === FORMAT) header ??= parsed;
      else damaged += 1;
    }
  }
  return { header, entries, damaged };
}
