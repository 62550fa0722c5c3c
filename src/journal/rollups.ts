// Roll-ups: what is left of files that were folded, one line each.
import { linesForwards } from '../files/index.js';
import { headerOf } from './files.js';
import type { ProjectFiles } from './layout.js';
import { parseJson } from './parse.js';
import type { JournalProblem } from './problem.js';
import { type Rollup, rollup } from './sums.js';

/** The roll-ups of a project, each file once. */
export async function* rollupsOf(
  place: ProjectFiles,
  onProblem: (problem: JournalProblem) => void,
): AsyncGenerator<Rollup> {
  if ((await headerOf(place.rollups, onProblem)) === null) return;
  const seen = new Set<string>();
  for await (const { lines } of linesForwards(place.rollups)) {
    for (const line of lines) {
      const value = parseJson(line.toString('utf8'));
      if (!rollup.is(value) || seen.has(value.file)) continue;
      seen.add(value.file);
      yield value;
    }
  }
}

/** Names of the files that roll-ups stand for. */
export async function foldedFiles(
  place: ProjectFiles,
  onProblem: (problem: JournalProblem) => void = () => undefined,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const { file } of rollupsOf(place, onProblem)) names.add(file);
  return names;
}
