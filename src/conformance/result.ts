// What became of a vector.
import type { Difference } from './expect/index.js';

/** What is wrong with a vector or a step of it. */
export type Problem =
  | ({ readonly kind: 'differs'; readonly step: number } & Difference)
  /** No comparison was possible; `step` is `null` where the vector as a whole is meant. */
  | { readonly kind: 'broke'; readonly step: number | null; readonly message: string };

/** A vector as reports name it. */
export interface Subject {
  readonly name: string;
  readonly group: string;
  readonly title: string;
  readonly file: string;
}

export type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly problems: readonly Problem[] }
  /** It differs from the observed behaviour on purpose, and that is documented. */
  | { readonly kind: 'diverged'; readonly reason: string; readonly problems: readonly Problem[] }
  | { readonly kind: 'skipped'; readonly reason: string };

export interface Result {
  readonly subject: Subject;
  readonly outcome: Outcome;
  readonly durationMs: number;
}
