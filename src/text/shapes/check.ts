// What is wrong with a value, exactly.
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

/** Everything that keeps a value, which stands at `path`, from having a shape; `name` is what the whole is called. */
export function check(
  shape: Shape<unknown>,
  value: unknown,
  name = 'the value',
  path: Path = [],
): readonly Problem[] {
  if (shape.is(value)) return [];
  const parts = shape.parts(value);
  if (parts === null) {
    const what = path.length === 0 ? name : `"${pathInWords(path)}"`;
    const message = `${what} must be ${shape.words}, but is ${describe(value)}`;
    return [{ path, wants: shape.words, value, message }];
  }
  return parts.flatMap(([key, part, must]) => {
    const there = [...path, key];
    if (typeof must !== 'string') return check(must, part, name, there);
    return [{ path: there, wants: null, value: part, message: `"${pathInWords(there)}" ${must}` }];
  });
}

/** `handler.args[2]` */
export function pathInWords(path: Path): string {
  const isWord = (step: string | number) => typeof step === 'string' && /^[\w$-]+$/.test(step);
  const words = path.map((step) => (isWord(step) ? `.${step}` : `[${JSON.stringify(step)}]`)).join('');
  return words.replace(/^\./, '');
}
