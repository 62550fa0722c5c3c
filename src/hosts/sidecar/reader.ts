// Reads fields of a request, and says exactly which one is wrong.

import { describe, isRecord } from '../../text/index.js';
import { CODES, RpcError } from './rpc-error.js';

type Check<T> = (value: unknown) => value is T;

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
export const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText);
const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every(isNumber);

export const oneOf =
  <T extends string>(choices: readonly T[]): Check<T> =>
  (value): value is T =>
    choices.some((choice) => choice === value);

/** The parameters of a request. */
export function fieldsOf(params: unknown): Reader {
  if (!isRecord(params)) throw wrong(`params must be an object, but is ${describe(params)}`);
  return new Reader(params, '');
}

export class Reader {
  readonly all: Readonly<Record<string, unknown>>;
  readonly #path: string;

  constructor(all: Readonly<Record<string, unknown>>, path: string) {
    this.all = all;
    this.#path = path;
  }

  text(name: string): string {
    return this.#must(name, 'a text', isText);
  }

  numbers(name: string): readonly number[] {
    return this.#must(name, 'a list of numbers', isNumbers);
  }

  record(name: string): Reader {
    return new Reader(this.#must(name, 'an object', isRecord), `${this.#path}${name}.`);
  }

  maybeRecord(name: string): Reader | null {
    const value = this.maybe(name, 'an object', isRecord);
    return value === null ? null : new Reader(value, `${this.#path}${name}.`);
  }

  /** `null` where it is left out or null. */
  maybe<T>(name: string, words: string, check: Check<T>): T | null {
    const value = this.#get(name);
    return value === undefined || value === null ? null : this.#must(name, words, check);
  }

  #must<T>(name: string, words: string, check: Check<T>): T {
    const value = this.#get(name);
    if (check(value)) return value;
    throw wrong(`"${this.#path}${name}" must be ${words}, but is ${describe(value)}`);
  }

  #get(name: string): unknown {
    return Object.hasOwn(this.all, name) ? this.all[name] : undefined;
  }
}

const wrong = (message: string): RpcError => new RpcError(CODES.wrongParams, message);
