// A problem with how hooks are run, by the table of codes.
import type { Diagnostic } from '../nouns.js';
import { ENGINE_CODES } from './codes.js';

/** A diagnostic of the engine about a file. */
export function engineDiagnostic(
  code: keyof typeof ENGINE_CODES,
  message: string,
  file: string | null,
  line: number | null,
): Diagnostic {
  const { severity, fix } = ENGINE_CODES[code];
  return { code, severity, message, file, line, column: line === null ? null : 1, hint: fix };
}

/** The same for what a journal could not do. */
export const journalDiagnostic = (problem: { readonly file: string; readonly message: string }): Diagnostic =>
  engineDiagnostic('journal-unwritten', problem.message, problem.file, null);
