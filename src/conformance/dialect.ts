// What differs between kinds of vectors: those about the engine, and those an author writes about a hook.
import type { Hook } from '../nouns.js';
import { EXPECTATIONS, type Expectation } from './expect/index.js';
import { tagOf } from './tag.js';

export interface Dialect {
  /** Every key of `expect`. */
  readonly rules: Readonly<Record<string, Expectation>>;
  /** The name by which expectations call a hook. */
  readonly tagOf: (hook: Hook) => string;
  /** Who says that a hook ran: its script, which notes it, or the engine. */
  readonly starts: 'noted' | 'seen';
}

/** Vectors about the engine. */
export const VECTORS: Dialect = { rules: EXPECTATIONS, tagOf, starts: 'noted' };
