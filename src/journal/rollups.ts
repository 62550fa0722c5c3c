// Roll-ups: what is left of files that were folded, added up by day.
import { linesForwards } from '../files/index.js';
import { headerOf } from './files.js';
import { type ProjectFiles, rollupFiles } from './layout.js';
import { parseJson } from './parse.js';
import type { JournalProblem } from './problem.js';
import { type Rollup, rollup } from './sums.js';

/** The roll-ups of a project, each once. */
export async function* rollupsOf(
  place: ProjectFiles,
  onProblem: (problem: JournalProblem) => void,
): AsyncGenerator<Rollup> {
  const seen = new Set<string>();
  for (const file of rollupFiles(place)) {
    for await (const value of rollupsIn(file, onProblem)) {
      if (seen.has(value.file)) continue;
      seen.add(value.file);
      yield value;
    }
  }
}

/** Those of one file. */
export async function* rollupsIn(
  file: string,
  onProblem: (problem: JournalProblem) => void = () => undefined,
): AsyncGenerator<Rollup> {
  if ((await headerOf(file, onProblem)) === null) return;
  for await (const { lines } of linesForwards(file)) {
    for (const line of lines) {
      const value = parseJson(line.toString('utf8'));
      if (rollup.is(value)) yield value;
    }
  }
}

/** Names of the files that were folded last: one that is still there was counted, but not removed yet. */
export async function foldedFiles(
  place: ProjectFiles,
  onProblem: (problem: JournalProblem) => void = () => undefined,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const { file } of rollupsOf(place, onProblem)) names.add(file);
  return names;
}
