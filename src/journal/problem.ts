// What a journal says of itself.

/** Something the journal could not do; hooks and decisions are not touched by it. */
export interface JournalProblem {
  readonly file: string;
  readonly message: string;
}
