// What was seen of definitions, as the text of a file. Every new process reads all of it, so it is one flat list.

import type { HookId } from '../nouns.js';
import { anything, type Infer, listOf, object, oneOf, orNull, text } from '../text/shapes/index.js';
import type { Remembered } from './digests.js';
import type { NamedFile } from './files.js';
import { onlyHookIn, type Part } from './identity.js';
import { Listed } from './listed.js';

export interface SeenFile extends NamedFile, Remembered {}

/** A definition with the files it had. */
export interface Look {
  /** The first part of the definition; the others, which many definitions have in common. */
  readonly first: Part;
  readonly rest: readonly Part[];
  readonly files: readonly SeenFile[];
  readonly digest: string;
  /** The last reading of the configuration for which all files were as they were. */
  still: Ahead | null;
  /** The id of the hook that it is of, where nothing else has this name; `null`: of something else. */
  readonly id: HookId | null;
  /** The answers by which it was last found approved. */
  approvedBy: object | null;
}

/** One reading of the configuration, for which everything was looked at before it was asked about. */
export type Ahead = Record<never, never>;

/** Raised also when ids are made otherwise: a slot holds the id of its hook. */
const VERSION = 7;

/** What every definition of a project depends on; what definitions and files have in common; the definitions with their files. */
const looksShape = object({
  version: oneOf(VERSION),
  of: listOf(text),
  rests: listOf(listOf(orNull(text))),
  roots: listOf(text),
  values: listOf(anything),
});

/** By slot. Throws where the text is not one that was written here. */
export function readLooks(content: string, of: readonly Part[]): Listed<Look> {
  const value: unknown = JSON.parse(content);
  if (!looksShape.is(value) || !areEqual(value.of, of)) return new Listed();
  const [slots, looks]: [string[], Look[]] = [[], []];
  const { rests, roots } = value;
  const values = new Values(value.values);
  while (!values.atEnd) {
    const slot = values.text();
    slots.push(slot);
    const digest = values.text();
    const first = values.part();
    const rest = values.from(rests);
    // Made with their number: a list that grows has room for more than it needs, in every look.
    const files = Array.from({ length: values.number() }, () => readFile(values, roots));
    looks.push(lookOf(slot, { first, rest, files, digest }));
  }
  return new Listed(slots, looks);
}

/** What was found of a definition just now. */
export const lookOf = (slot: string, found: Pick<Look, 'first' | 'rest' | 'files' | 'digest'>): Look => ({
  ...found,
  still: null,
  id: onlyHookIn(slot),
  approvedBy: null,
});

function readFile(values: Values, roots: readonly string[]): SeenFile {
  const name = values.text();
  const path = values.text();
  const root = values.fromOrNull(roots);
  const written = values.part();
  const content = values.part();
  const dev = values.numberOrNull();
  const stamp =
    dev === null ? null : { dev, ino: values.number(), size: values.number(), ctimeMs: values.number() };
  return { name, path, root, written, content, stamp };
}

export function writtenLooks(looks: Listed<Look>, of: readonly string[]): string {
  const [rests, roots] = [new Shared<readonly Part[]>(JSON.stringify), new Shared<string>(String)];
  const values: (Part | number)[] = [];
  for (const [slot, { first, rest, files, digest }] of looks.entries()) {
    values.push(slot, digest, first, rests.indexOf(rest), files.length);
    for (const { name, path, root, written, content, stamp } of files) {
      values.push(name, path, root === null ? null : roots.indexOf(root), written, content);
      if (stamp === null) values.push(null);
      else values.push(stamp.dev, stamp.ino, stamp.size, stamp.ctimeMs);
    }
  }
  const all: Infer<typeof looksShape> = { version: VERSION, of, rests: rests.all, roots: roots.all, values };
  return JSON.stringify(all);
}

export const isSameDefinition = ({ first, rest }: Look, parts: readonly Part[]): boolean =>
  first === parts[0] && areEqual(rest, parts, 1);

/** Whether two lists are the same, the second one from a place on. */
function areEqual(some: readonly Part[], others: readonly Part[], from = 0): boolean {
  if (some.length !== others.length - from) return false;
  for (let index = 0; index < some.length; index += 1) if (some[index] !== others[index + from]) return false;
  return true;
}

/** Things that are written once and meant by their number. */
class Shared<T> {
  readonly all: T[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #textOf: (thing: T) => string;

  constructor(textOf: (thing: T) => string) {
    this.#textOf = textOf;
  }

  indexOf(thing: T): number {
    const key = this.#textOf(thing);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.all.length);
    return this.all.push(thing) - 1;
  }
}

/** Reads values one after the other, and throws where one is not what it must be. */
class Values {
  readonly #values: readonly unknown[];
  #next = 0;

  constructor(values: readonly unknown[]) {
    this.#values = values;
  }

  get atEnd(): boolean {
    return this.#next >= this.#values.length;
  }

  part(): Part {
    const value = this.#values[this.#next++];
    if (value === null || typeof value === 'string') return value;
    throw new TypeError('not a text');
  }

  text(): string {
    const value = this.#values[this.#next++];
    if (typeof value === 'string') return value;
    throw new TypeError('not a text');
  }

  numberOrNull(): number | null {
    const value = this.#values[this.#next++];
    if (value === null || typeof value === 'number') return value;
    throw new TypeError('not a number');
  }

  number(): number {
    const value = this.#values[this.#next++];
    if (typeof value === 'number') return value;
    throw new TypeError('not a number');
  }

  /** Of things that were written once, the one with this number. */
  from<T>(shared: readonly T[]): T {
    const thing = shared[this.number()];
    if (thing === undefined) throw new TypeError('not a number of anything');
    return thing;
  }

  fromOrNull<T>(shared: readonly T[]): T | null {
    if (this.#values[this.#next] !== null) return this.from(shared);
    this.#next += 1;
    return null;
  }
}
