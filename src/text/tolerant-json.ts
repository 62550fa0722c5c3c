// JSON that is not quite JSON, or not at all: a tree as far as possible, and what is wrong.

import { createRequire } from 'node:module';
import type { ParseErrorCode } from 'jsonc-parser';
import {
  type ArrayTree,
  collectDuplicates,
  type Json,
  MAX_DEPTH,
  type ObjectTree,
  type Tree,
  type TreeEntry,
} from './tree.js';

interface Open {
  readonly at: number;
  readonly entries: TreeEntry[];
  readonly items: Tree[];
  key: { readonly name: string; readonly at: number } | null;
}

class TooDeep extends Error {
  readonly at: number;
  constructor(at: number) {
    super('too deep');
    this.at = at;
  }
}

/** Reads anything that was meant as JSON. */
export function parseTolerantly(text: string): Json {
  const { printParseErrorCode, visit } = jsoncParser();
  let root: Tree | null = null;
  let error: Json['error'] = null;
  let commentAt: number | null = null;
  let trailingCommaAt: number | null = null;
  let commaAt: number | null = null;
  const duplicates: TreeEntry[] = [];
  const stack: Open[] = [];

  const begin = (at: number) => {
    commaAt = null;
    // The parser behind this is recursive; leaving it by an exception is the only way to stop it in time.
    if (stack.length >= MAX_DEPTH) throw new TooDeep(at);
    stack.push({ at, entries: [], items: [], key: null });
  };
  const end = (make: (open: Open) => Tree) => {
    trailingCommaAt ??= commaAt;
    commaAt = null;
    const open = stack.pop();
    if (open !== undefined) put(make(open));
  };
  const put = (tree: Tree) => {
    commaAt = null;
    const open = stack.at(-1);
    if (open === undefined) root ??= tree;
    else if (open.key === null) open.items.push(tree);
    else {
      open.entries.push({ key: open.key.name, at: open.key.at, value: tree });
      open.key = null;
    }
  };

  try {
    visit(
      text,
      {
        onObjectBegin: begin,
        onArrayBegin: begin,
        onObjectProperty: (name, at) => {
          commaAt = null;
          const open = stack.at(-1);
          if (open !== undefined) open.key = { name, at };
        },
        onLiteralValue: (value: string | number | boolean | null, at) => put({ kind: 'scalar', at, value }),
        onSeparator: (separator, at) => {
          if (separator === ',') commaAt = at;
        },
        onObjectEnd: () =>
          end(({ at, entries }): ObjectTree => {
            collectDuplicates(entries, duplicates);
            return { kind: 'object', at, entries };
          }),
        onArrayEnd: () => end(({ at, items }): ArrayTree => ({ kind: 'array', at, items })),
        onComment: (at) => {
          commentAt ??= at;
        },
        // Only the first error says something; the others follow from it.
        onError: (code: ParseErrorCode, at) => {
          error ??= { at, why: errorInWords(printParseErrorCode(code)) };
        },
      },
      { allowTrailingComma: true },
    );
  } catch (thrown) {
    if (!(thrown instanceof TooDeep)) throw thrown;
    return { tree: null, error: null, commentAt, trailingCommaAt, duplicates: [], tooDeepAt: thrown.at };
  }
  return { tree: root, error, commentAt, trailingCommaAt, duplicates, tooDeepAt: null };
}

const ERRORS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is not a JSON value',
  InvalidNumberFormat: 'this is not a JSON number',
  PropertyNameExpected: 'a key in double quotes is expected here',
  ValueExpected: 'a value is expected here',
  ColonExpected: 'a colon is expected here',
  CommaExpected: 'a comma is expected here',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'nothing may follow after the end of the value',
  UnexpectedEndOfComment: 'a comment is not closed',
  UnexpectedEndOfString: 'a string is not closed',
  UnexpectedEndOfNumber: 'a number is not complete',
  InvalidUnicode: 'this is not a \\u escape',
  InvalidEscapeCharacter: 'JSON has no such escape',
  InvalidCharacter: 'a control character stands in a string',
};

const errorInWords = (name: string): string => ERRORS[name] ?? name;

/** For JSON with comments or mistakes. */
export function jsoncParser(): typeof import('jsonc-parser') {
  return createRequire(import.meta.url)('jsonc-parser');
}
