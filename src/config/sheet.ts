// What came of reading one file: hooks, entries set aside, diagnostics.
import { type EventName, type EventRow, eventRow } from '../events/index.js';
import type { Diagnostic, Hook, HookSource, Quarantined } from '../nouns.js';
import type { Profile } from '../profiles.js';
import { linesOf, type Position } from '../text/index.js';
import { type Budget, MOST_FILES_TOLD, tooManyHooks } from './budget.js';
import type { ConfigCode } from './codes.js';
import { diagnostic } from './diagnostic.js';
import type { BudgetDraft } from './hook-budget.js';
import type { SourceMode } from './hook-mode.js';

/** How strictly to read, and what values are settled against. */
export interface Rules {
  readonly profile: Profile;
  /** Read as the real program was observed to; otherwise understand what is clearly meant. */
  readonly strict: boolean;
  readonly maxTimeoutMs: number | null;
  readonly projectDir: string;
  /** What the load may still cost for the owner of a source. */
  readonly budgetOf: (source: HookSource) => Budget;
  /** What the plugin states whose file is read; absent: nothing. */
  readonly sourceMode?: SourceMode | null;
}

/** What to do about a problem; where finding that out takes time, it is done only for problems that are listed. */
type Hint = string | (() => string | undefined);

/** A hook before its id is known and before the switches are looked at. */
export type Draft = Omit<Hook, 'id' | 'voice' | 'trust'>;

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
  /** What its file or its plugin states for all of its hooks. */
  sourceMode: SourceMode | null;
  budgets: readonly BudgetDraft[] = [];
  /** Problems that are counted only. */
  unlisted = 0;
  readonly #diagnostics: Diagnostic[] = [];
  readonly #budget: Budget;

  constructor(source: HookSource, rules: Rules, text: string) {
    this.source = source;
    this.rules = rules;
    this.positionOf = linesOf(text);
    this.sourceMode = rules.sourceMode ?? null;
    this.#budget = rules.budgetOf(source);
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  /** Something odd about a definition that is used nevertheless. */
  report(code: ConfigCode, at: number | null, message: string, hint?: Hint): void {
    if (this.#isListed()) this.#diagnostics.push(this.#make(code, at, message, hint, false));
  }

  /** Something that cannot be used; everything around it goes on. */
  setAside(event: string | null, code: ConfigCode, at: number, message: string, hint?: Hint): void {
    if (!this.#isListed()) return;
    const problem = this.#make(code, at, message, hint, true);
    this.#diagnostics.push(problem);
    this.quarantined.push({ event, source: this.source, ...this.positionOf(at), problem });
  }

  /** The same for a single hook or group. */
  invalidEntry(event: EventName, code: ConfigCode, at: number, message: string, hint?: Hint): void {
    if (isGuard(eventRow(event))) this.guardBrokenAt ??= at;
    this.setAside(event, code, at, message, hint);
  }

  /** Whether there is room for another hook; the first one too many is reported. */
  hasRoom(at: number): boolean {
    if (this.#budget.hasRoomForHook) return true;
    if (!this.#budget.toldFull) {
      this.#diagnostics.push(
        this.#make('too-many-hooks', at, tooManyHooks(this.source.file), undefined, true),
      );
    }
    this.#budget.toldFull = true;
    return false;
  }

  addHook(hook: Draft): void {
    this.#budget.addHook();
    this.hooks.push(hook);
  }

  /** The whole file cannot be used. */
  drop(code: ConfigCode, at: number | null, message: string, hint?: string): void {
    this.broken ??= message;
    this.hooks = [];
    // Never lost in the count: whoever is told that a file is dropped must be told why.
    this.#diagnostics.unshift(this.#make(code, at, message, hint, true));
  }

  #make(code: ConfigCode, at: number | null, message: string, given: Hint | undefined, lost: boolean) {
    const hint = typeof given === 'function' ? given() : given;
    const where = { file: this.source.file, at: at === null ? null : this.positionOf(at) };
    return diagnostic(code, message, where, { hint, lost });
  }

  #isListed(): boolean {
    const listed = this.#budget.addProblem();
    if (!listed) this.unlisted += 1;
    return listed;
  }
}

/** How many problems are not listed, and where they are. */
export function unlistedIn(sheets: readonly Sheet[]): readonly Diagnostic[] {
  const having = sheets.filter(({ unlisted }) => unlisted > 0);
  const told = having.slice(0, MOST_FILES_TOLD).map(({ source, unlisted }) => {
    const message = `${unlisted} more problems of ${source.file} are not listed`;
    return diagnostic('too-many-problems', message, source);
  });
  const others = having.slice(MOST_FILES_TOLD);
  if (others.length === 0) return told;
  const count = others.reduce((sum, { unlisted }) => sum + unlisted, 0);
  const message = `${count} more problems of ${others.length} other files are not listed`;
  return [...told, diagnostic('too-many-problems', message, { file: null })];
}

/** Problems of other kinds of one load that are listed. */
const MOST_OTHERS = 200;

/** The problems that are listed, and of the others how many there are and where the first is. */
export function listed(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const first = found[MOST_OTHERS];
  if (first === undefined) return found;
  const message = `${found.length - MOST_OTHERS} more problems such as this are not listed: ${first.message}`;
  return [...found.slice(0, MOST_OTHERS), diagnostic('too-many-problems', message, { file: first.file })];
}
