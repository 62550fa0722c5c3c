// What can be seen in the text of a hook, the same for every language, so that a rule is written once.
import type { Language } from '../../config/index.js';

interface Spot {
  /** Offset in the text of the reading. */
  readonly at: number;
}

/** The hook ends here; `null`: with a code that is only known when it runs. */
export interface Exit extends Spot {
  readonly kind: 'exit';
  readonly code: number | null;
  /** The code of another program is handed on as the hook's own. */
  readonly passedOn: boolean;
  readonly block: number;
}

/** Something is printed; `text` is the source of what is printed. */
export interface Print extends Spot {
  readonly kind: 'print';
  readonly to: 'stdout' | 'stderr';
  readonly text: string;
  /** Prints of the same block happen one after the other. */
  readonly block: number;
}

/** Another program is started by its bare name. */
export interface Program extends Spot {
  readonly kind: 'program';
  readonly name: string;
  /** What stands around it deals with its failure: `|| …`, a `try`. */
  readonly caught: boolean;
}

/** A function is defined. */
export interface Defined extends Spot {
  readonly kind: 'defined';
  readonly name: string;
}

/** A shell reads another file into itself. */
export interface Sourced extends Spot {
  readonly kind: 'sourced';
  /** Its path, less a folder that is only known when it runs; `null`: all of it is only known then. */
  readonly path: string | null;
}

/** A file or a store that keeps keys, passwords or tokens is read. */
export interface Secret extends Spot {
  readonly kind: 'secret';
  readonly what: string;
}

/** The text asks whether a program is there before using it. */
export interface Asked extends Spot {
  readonly kind: 'asked';
  readonly name: string;
}

/** An environment or shell variable is read. */
export interface Variable extends Spot {
  readonly kind: 'variable';
  readonly name: string;
  /** It stands where a shell splits it at blanks. */
  readonly splits: boolean;
  readonly hasDefault: boolean;
}

/** A shell variable gets a value; `null`: one that is only known when it runs. */
export interface Assigned extends Spot {
  readonly kind: 'assigned';
  readonly name: string;
  readonly value: string | null;
}

/** What a text tells about a thing; `likely`: by what it is called. */
export type Certainty = 'surely' | 'likely' | 'no';

/** A field of the input is read by its name. */
export interface Field extends Spot {
  readonly kind: 'field';
  readonly name: string;
  /** In a way that fails when the field is not there. */
  readonly bare: boolean;
  /** Whether it is read from the event itself, not from a part of it or from something else. */
  readonly ofEvent: Certainty;
  /** The text looks whether it is there, or has something else to use. */
  readonly optional: boolean;
}

/** A file is written or removed; `target` is the source of its name. */
export interface Written extends Spot {
  readonly kind: 'written';
  readonly target: string;
  /** What goes there, as far as it is in the text. */
  readonly content: string;
}

/** JSON is parsed. */
export interface Parsed extends Spot {
  readonly kind: 'parsed';
  readonly guarded: boolean;
  readonly by: string;
}

/** Text that is only known when it runs is executed as code. */
export interface Evaluated extends Spot {
  readonly kind: 'evaluated';
  readonly what: string;
}

/** Something that may wait for long or for ever. */
export interface Waits extends Spot {
  readonly kind: 'waits';
  readonly why: string;
  /** It ends by itself only if something else happens. */
  readonly forEver: boolean;
}

export interface EndlessLoop extends Spot {
  readonly kind: 'endless';
}

export interface Stdin extends Spot {
  readonly kind: 'stdin';
}

/** Code that only bash understands; `fatal`: dash gives up with exit code 2. */
export interface BashOnly extends Spot {
  readonly kind: 'bash-only';
  readonly what: string;
  readonly fatal: boolean;
}

export type Seen =
  | Exit
  | Print
  | Program
  | Defined
  | Sourced
  | Secret
  | Asked
  | Variable
  | Assigned
  | Field
  | Written
  | Parsed
  | Evaluated
  | Waits
  | EndlessLoop
  | Stdin
  | BashOnly;

/** One text that was read: a command, a script, or a file the script uses. */
export interface Reading {
  readonly language: Language;
  /** As it is, comments blanked out; positions stay what they are. */
  readonly code: string;
  readonly seen: readonly Seen[];
  readonly syntaxError: { readonly at: number; readonly why: string } | null;
  /** The first comment that says something. */
  readonly comment: string | null;
}

/** Why reading from a terminal never ends in a hook. */
export const TERMINAL = 'it reads from the terminal, where nobody answers a hook';

/** All observations of one kind. */
export function seenOf<K extends Seen['kind']>(
  reading: Reading,
  kind: K,
): readonly Extract<Seen, { kind: K }>[] {
  return reading.seen.filter((one): one is Extract<Seen, { kind: K }> => one.kind === kind);
}

/** Fields and calls of embedded code, at their place in the text around it. */
export const moved = (seen: readonly Seen[], by: number): readonly Seen[] =>
  seen.map((one) => ({ ...one, at: one.at + by }));
