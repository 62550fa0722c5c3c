// The border for vectors: any JSON in, a Vector or exact problems out.
import {
  anyObject,
  check,
  listOf,
  object,
  oneOf,
  optional,
  type Path,
  type Problem,
  text,
} from '../text/shapes/index.js';
import { EXPECTATIONS, expectShape } from './expect/index.js';
import { NEEDS } from './needs.js';
import { filledIn, SITUATION, stepFields, stepsOf, type Vector } from './vector.js';

export type VectorProblem = Pick<Problem, 'message' | 'path'>;

export type Parsed =
  | { readonly ok: true; readonly vector: Vector }
  | { readonly ok: false; readonly problems: readonly VectorProblem[] };

const vectorShape = object({
  version: oneOf(1),
  id: text,
  group: text,
  title: text,
  steps: stepsOf(object(stepFields(anyObject, expectShape(EXPECTATIONS)))),
  needs: optional(listOf(oneOf(...Object.keys(NEEDS)))),
  ...SITUATION,
});

/** Reads one vector. */
export function parseVector(value: unknown): Parsed {
  if (!vectorShape.is(value)) return { ok: false, problems: check(vectorShape, value, 'a vector') };
  const vector = filledIn(value);
  const problems = contradictions(vector);
  return problems.length === 0 ? { ok: true, vector } : { ok: false, problems };
}

/** Keys of `expect` that mean nothing without another one. */
const COMPANIONS = { stdin: 'stdinOf', stdinLines: 'stdinOf', stdinAbsent: 'stdinOf', env: 'envOf' };

/** Where a vector names something that it does not hold; `stepAt` leads to a step. */
export function contradictions(
  { files, executable, settingsFlag, managed, steps }: Vector,
  stepAt: (index: number) => Path = (index) => ['steps', index],
): readonly VectorProblem[] {
  const problems: VectorProblem[] = [];
  const report = (message: string, ...path: Path): void => void problems.push({ message, path });
  const there = (path: string | null, ...place: Path): void => {
    if (path !== null && !Object.hasOwn(files, path))
      report(`"${path}" is not among the files of the vector`, ...place);
  };
  for (const [index, path] of executable.entries()) there(path, 'executable', index);
  there(settingsFlag, 'settingsFlag');
  there(managed, 'managed');
  for (const [index, { expect }] of steps.entries()) {
    for (const [key, companion] of Object.entries(COMPANIONS)) {
      if (expect[key] !== undefined && expect[companion] === undefined)
        report(`"${key}" needs "${companion}" beside it`, ...stepAt(index), 'expect', key);
    }
  }
  return problems;
}
