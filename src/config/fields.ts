// The fields of one hook entry, each checked when it is taken.
import { type EventName, type FieldKind, fits, kindInWords } from '../events/index.js';
import { describe, fieldOf, jsonOf, type ObjectTree, type Tree } from '../text/index.js';
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
    const value = this.raw(name);
    if (value === undefined) this.fail('field-missing', this.tree.at, `A ${type} hook needs "${name}"`);
    else if (value.kind === 'scalar' && typeof value.value === 'string') return value.value;
    else this.fail('field-type', value.at, this.#wrong(name, value, 'string'));
    return '';
  }

  /** A value that changes what the hook does: absent is fine, the wrong type makes the hook unusable. */
  strings(name: string): readonly string[] | null {
    const value = this.#essential(name, 'strings');
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null;
  }

  text(name: string): string | null {
    const value = this.#essential(name, 'string');
    return typeof value === 'string' ? value : null;
  }

  object(name: string): Readonly<Record<string, unknown>> {
    const value = this.#essential(name, 'object');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  }

  /** A value the hook can do without: where the profile is lenient, the wrong type costs only the field. */
  optionalText(name: string): string | null {
    const value = this.#optional(name, 'string');
    return typeof value === 'string' ? value : null;
  }

  flag(name: string): boolean {
    return this.#optional(name, 'boolean') === true;
  }

  choice<T extends string>(name: string, values: readonly T[]): T | null {
    const value = this.#optional(name, values, 'field-value');
    return values.find((known) => known === value) ?? null;
  }

  #essential(name: string, kind: FieldKind): unknown {
    const tree = this.raw(name);
    if (tree === undefined) return undefined;
    const value = jsonOf(tree);
    if (fits(value, kind)) return value;
    this.fail('field-type', tree.at, this.#wrong(name, tree, kind));
    return undefined;
  }

  #optional(name: string, kind: FieldKind, code: ConfigCode = 'field-type'): unknown {
    const tree = this.raw(name);
    if (tree === undefined) return undefined;
    const value = jsonOf(tree);
    if (fits(value, kind)) return value;
    const message = this.#wrong(name, tree, kind);
    if (this.sheet.rules.strict) this.fail(code, tree.at, message);
    else this.sheet.report(code, tree.at, `${message}; the field is ignored and the hook runs without it`);
    return undefined;
  }

  #wrong(name: string, tree: Tree, kind: FieldKind): string {
    return `"${name}" must be ${kindInWords(kind)}, but is ${describe(jsonOf(tree))}`;
  }
}
