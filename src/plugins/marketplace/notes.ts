// What is noticed while a marketplace.json is read.
import type { Diagnostic } from '../../nouns.js';
import { linesOf, type Position } from '../../text/index.js';
import { MARKETPLACE_CODES, type MarketplaceCode } from './codes.js';

/** More than this many problems of one file are counted, not listed. */
const MAX_PROBLEMS = 500;

export class Notes {
  readonly file: string;
  readonly positionOf: (offset: number) => Position;
  readonly #diagnostics: Diagnostic[] = [];
  #unlisted = 0;

  constructor(file: string, text: string) {
    this.file = file;
    this.positionOf = linesOf(text);
  }

  get diagnostics(): readonly Diagnostic[] {
    if (this.#unlisted === 0) return this.#diagnostics;
    const message = `${this.#unlisted} more problems of ${this.file} are not listed`;
    return [...this.#diagnostics, this.#make('marketplace-too-many-problems', null, message)];
  }

  report(code: MarketplaceCode, at: number | null, message: string): Diagnostic {
    const made = this.#make(code, at, message);
    if (this.#diagnostics.length < MAX_PROBLEMS) this.#diagnostics.push(made);
    else this.#unlisted++;
    return made;
  }

  #make(code: MarketplaceCode, at: number | null, message: string): Diagnostic {
    const { severity, fix } = MARKETPLACE_CODES[code];
    const { line, column } = at === null ? { line: null, column: null } : this.positionOf(at);
    return { code, severity, message, file: this.file, line, column, hint: fix };
  }
}
