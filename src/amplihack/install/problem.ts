// Why something could not be installed, removed or read.

/** The message says what, where and why in one sentence without a full stop; `hint` says what to do. */
export class InstallProblem extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = 'InstallProblem';
    this.hint = hint;
  }
}
