// The fields of one hook entry, each checked when it is taken.
import type { EventName } from '../events/index.js';
import { choiceOf, KINDS } from '../events/shapes/index.js';
import { describe, fieldOf, jsonOf, type ObjectTree, type Tree } from '../text/index.js';
import type { Shape } from '../text/shapes/index.js';
import type { ConfigCode } from './codes.js';
import type { Sheet } from './sheet.js';

/** Why an entry cannot be used. */
export interface EntryProblem {
  readonly code: ConfigCode;
  readonly at: number;
  readonly message: string;
}

export class Fields {
  readonly sheet: Sheet;
  readonly tree: ObjectTree;
  /** The first problem that makes the entry unusable. */
  problem: EntryProblem | null = null;

  constructor(sheet: Sheet, tree: ObjectTree) {
    this.sheet = sheet;
    this.tree = tree;
  }

  fail(code: ConfigCode, at: number, message: string): void {
    this.problem ??= { code, at, message };
  }

  /** Sets the entry aside for its problem. */
  setAside(event: EventName): void {
    if (this.problem === null) return;
    const { code, at, message } = this.problem;
    this.sheet.invalidEntry(event, code, at, `${message}; this hook of ${event} is not used`);
  }

  raw(name: string): Tree | undefined {
    return fieldOf(this.tree, name);
  }

  /** A string without which the hook means nothing. */
  requiredText(name: string, type: string): string {
    if (this.raw(name) === undefined)
      this.fail('field-missing', this.tree.at, `A ${type} hook needs "${name}"`);
    return this.text(name) ?? '';
  }

  /** A value that changes what the hook does: absent is fine, the wrong type makes the hook unusable. */
  strings(name: string): readonly string[] | null {
    return this.#essential(name, KINDS.strings) ?? null;
  }

  text(name: string): string | null {
    return this.#essential(name, KINDS.string) ?? null;
  }

  object(name: string): Readonly<Record<string, unknown>> {
    return this.#essential(name, KINDS.object) ?? {};
  }

  /** A value the hook can do without: where the profile is lenient, the wrong type costs only the field. */
  optionalText(name: string): string | null {
    return this.#optional(name, KINDS.string) ?? null;
  }

  flag(name: string): boolean {
    return this.#optional(name, KINDS.boolean) ?? false;
  }

  choice<T extends string>(name: string, values: readonly T[]): T | null {
    return this.#optional(name, choiceOf(values), 'field-value') ?? null;
  }

  #essential<T>(name: string, shape: Shape<T>): T | undefined {
    return this.#take(name, shape, (at, message) => this.fail('field-type', at, message));
  }

  #optional<T>(name: string, shape: Shape<T>, code: ConfigCode = 'field-type'): T | undefined {
    return this.#take(name, shape, (at, message) => {
      if (this.sheet.rules.strict) this.fail(code, at, message);
      else this.sheet.report(code, at, `${message}; the field is ignored and the hook runs without it`);
    });
  }

  #take<T>(name: string, shape: Shape<T>, refuse: (at: number, message: string) => void): T | undefined {
    const tree = this.raw(name);
    if (tree === undefined) return undefined;
    const value = jsonOf(tree);
    if (shape.is(value)) return value;
    refuse(tree.at, `"${name}" must be ${shape.words}, but is ${describe(value)}`);
    return undefined;
  }
}
