// A row of the table of defects: a snippet, and the diagnostic it must give.
import type { Diagnostic, Severity } from '../../nouns.js';
import type { ConfigCode } from '../codes.js';
import { type Options, type Place, REGISTRY } from './place.js';

export interface Case {
  readonly title: string;
  readonly code: ConfigCode;
  /** The file with the defect; `▸` marks the place that the diagnostic must name. */
  readonly text: string | Buffer;
  readonly file?: string;
  /** Further files. */
  readonly beside?: Readonly<Record<string, unknown>>;
  readonly options?: Options;
  readonly severity?: Severity;
  /** Part of the message or the hint. */
  readonly says?: string;
  /** Commands of the hooks that run nevertheless, in declared order. */
  readonly runs?: readonly string[];
  /** Codes of the entries set aside. */
  readonly aside?: readonly string[];
  /** The only other codes there may be. */
  readonly also?: readonly ConfigCode[];
}

/** The rows for the real program's way of reading. */
export const strict = (row: Case): Case => ({
  ...row,
  title: `${row.title} (claude-code)`,
  options: { ...row.options, profile: 'claude-code' },
});

const MARK = '▸';

/** Line and column of the mark; `null`: there is none, the whole file is meant. */
export function markIn(text: string | Buffer): { readonly line: number; readonly column: number } | null {
  const before = text.toString().split(MARK)[0] ?? '';
  if (before === text.toString()) return null;
  const lines = before.split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/** Writes the files of a case. */
export function prepare(place: Place, row: Case): void {
  const content = typeof row.text === 'string' ? row.text.replace(MARK, '') : row.text;
  place.write(row.file ?? REGISTRY, content);
  for (const [path, other] of Object.entries(row.beside ?? {})) place.write(path, other);
}

export const find = (diagnostics: readonly Diagnostic[], code: string): Diagnostic | undefined =>
  diagnostics.find((one) => one.code === code);
