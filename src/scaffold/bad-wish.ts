// Why a new plugin cannot be made.

/** A wish that cannot be fulfilled: why, and what to do. */
export class BadWish extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null) {
    super(message);
    this.hint = hint;
  }
}
