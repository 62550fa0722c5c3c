// What is wrong with a value, exactly.
import { entryOf, type Tree } from '../tree.js';
import { describe } from '../values.js';
import type { Path, Shape } from './shape.js';

export interface Problem {
  readonly path: Path;
  /** What must be there, in words; `null`: nothing may be there. */
  readonly wants: string | null;
  /** What is there; `undefined` where it is missing. */
  readonly value: unknown;
  readonly message: string;
}

/** Everything that keeps a value from having a shape; `name` is what the value as a whole is called. */
export function check(shape: Shape<unknown>, value: unknown, name = 'the value'): readonly Problem[] {
  return shape.is(value) ? [] : problemsOf(shape, value, [], name);
}

function problemsOf(shape: Shape<unknown>, value: unknown, path: Path, name: string): readonly Problem[] {
  const what = path.length === 0 ? name : `"${pathInWords(path)}"`;
  const parts = shape.parts(value);
  if (parts === null) {
    const message = `${what} must be ${shape.words}, but is ${describe(value)}`;
    return [{ path, wants: shape.words, value, message }];
  }
  return parts.flatMap(([key, part, must]) => {
    const there = [...path, key];
    if (typeof must === 'string')
      return [{ path: there, wants: null, value: part, message: `"${pathInWords(there)}" ${must}` }];
    return must.is(part) ? [] : problemsOf(must, part, there, name);
  });
}

/** The offset at which a path leads to a value, or to its key; where it ends early, the last thing on the way. */
export function placeOf(tree: Tree, path: Path, key = false): number {
  let here = tree;
  for (const [index, step] of path.entries()) {
    const entry = here.kind === 'object' ? entryOf(here, String(step)) : undefined;
    if (key && entry !== undefined && index === path.length - 1) return entry.at;
    const next = here.kind === 'array' ? here.items[Number(step)] : entry?.value;
    if (next === undefined) break;
    here = next;
  }
  return here.at;
}

/** `handler.args[2]` */
export function pathInWords(path: Path): string {
  let words = '';
  for (const step of path) {
    if (typeof step === 'string' && /^[\w$-]+$/.test(step)) words += words === '' ? step : `.${step}`;
    else words += `[${JSON.stringify(step)}]`;
  }
  return words;
}
