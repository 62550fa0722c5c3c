// What came of reading one file: hooks, entries set aside, diagnostics.
import { type EventName, type EventRow, eventRow } from '../events/index.js';
import type { Diagnostic, Hook, HookSource, Quarantined } from '../nouns.js';
import type { Profile } from '../profiles.js';
import { linesOf, type Position } from '../text/index.js';
import { CONFIG_CODES, type ConfigCode } from './codes.js';

/** How strictly to read, and what values are settled against. */
export interface Rules {
  readonly profile: Profile;
  /** Read as the real program was observed to; otherwise understand what is clearly meant. */
  readonly strict: boolean;
  readonly maxTimeoutMs: number | null;
  readonly projectDir: string;
}

/** A hook before its id is known and before the switches are looked at. */
export type Draft = Omit<Hook, 'id' | 'voice' | 'trust'>;

/** Makes a diagnostic; the hint is the table's fix unless there is a better one. */
export function diagnostic(
  code: ConfigCode,
  message: string,
  where: { readonly file: string | null; readonly at?: Position | null },
  more: { readonly hint?: string | undefined; readonly lost?: boolean } = {},
): Diagnostic {
  const row = CONFIG_CODES[code];
  return {
    code,
    severity: more.lost === true ? 'error' : row.severity,
    message,
    file: where.file,
    line: where.at?.line ?? null,
    column: where.at?.column ?? null,
    hint: more.hint ?? row.fix,
  };
}

/** No person writes more hooks than this into one file, and no host should choke on it. */
const MAX_HOOKS = 10_000;

/** More than this many problems of one file are counted, not listed. */
const MAX_PROBLEMS = 1000;

/** A broken hook that permits tool calls may have been the guard of everything: the real program distrusts the whole file. */
const isGuard = ({ tool, permission }: EventRow): boolean => tool && permission;

export class Sheet {
  readonly source: HookSource;
  readonly rules: Rules;
  readonly positionOf: (offset: number) => Position;
  readonly quarantined: Quarantined[] = [];
  /** Why nothing of the file is used; `null`: it is. */
  broken: string | null = null;
  /** Where an entry of a guarding event is invalid; `null`: nowhere. */
  guardBrokenAt: number | null = null;
  hooks: Draft[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  #unlisted = 0;
  #full = false;

  constructor(source: HookSource, rules: Rules, text: string) {
    this.source = source;
    this.rules = rules;
    this.positionOf = linesOf(text);
  }

  get diagnostics(): readonly Diagnostic[] {
    if (this.#unlisted === 0) return this.#diagnostics;
    const message = `${this.#unlisted} more problems of ${this.source.file} are not listed`;
    return [...this.#diagnostics, diagnostic('too-many-problems', message, this.source)];
  }

  /** Something odd about a definition that is used nevertheless. */
  report(code: ConfigCode, at: number | null, message: string, hint?: string): void {
    this.#add(this.#make(code, at, message, hint, false));
  }

  /** Something that cannot be used; everything around it goes on. */
  setAside(event: string | null, code: ConfigCode, at: number, message: string, hint?: string): void {
    const problem = this.#make(code, at, message, hint, true);
    if (!this.#add(problem)) return;
    this.quarantined.push({ event, source: this.source, ...this.positionOf(at), problem });
  }

  /** The same for a single hook or group. */
  invalidEntry(event: EventName, code: ConfigCode, at: number, message: string, hint?: string): void {
    if (isGuard(eventRow(event))) this.guardBrokenAt ??= at;
    this.setAside(event, code, at, message, hint);
  }

  /** Whether there is room for another hook; the first one too many is reported. */
  hasRoom(at: number): boolean {
    if (this.hooks.length < MAX_HOOKS) return true;
    if (!this.#full) {
      const message = `${this.source.file} has more than ${MAX_HOOKS} hooks; from here on they are not used`;
      this.#diagnostics.push(this.#make('too-many-hooks', at, message, undefined, true));
    }
    this.#full = true;
    return false;
  }

  /** The whole file cannot be used. */
  drop(code: ConfigCode, at: number | null, message: string, hint?: string): void {
    this.broken ??= message;
    this.hooks = [];
    // Never lost in the count: whoever is told that a file is dropped must be told why.
    this.#diagnostics.unshift(this.#make(code, at, message, hint, true));
  }

  #make(code: ConfigCode, at: number | null, message: string, hint: string | undefined, lost: boolean) {
    const where = { file: this.source.file, at: at === null ? null : this.positionOf(at) };
    return diagnostic(code, message, where, { hint, lost });
  }

  #add(problem: Diagnostic): boolean {
    if (this.#diagnostics.length >= MAX_PROBLEMS) {
      this.#unlisted++;
      return false;
    }
    this.#diagnostics.push(problem);
    return true;
  }
}
