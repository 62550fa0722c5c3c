// A problem with what was approved, by the table of codes.
import type { Diagnostic } from '../nouns.js';
import { TRUST_CODES } from './codes.js';

/** Whether a diagnostic is about trust. */
export const isOfTrust = (code: string): boolean => Object.hasOwn(TRUST_CODES, code);

export function trustDiagnostic(
  code: keyof typeof TRUST_CODES,
  message: string,
  where: { readonly file: string | null; readonly hint?: string },
): Diagnostic {
  const { severity, fix } = TRUST_CODES[code];
  return { code, severity, message, file: where.file, line: null, column: null, hint: where.hint ?? fix };
}

/** What helps with such a problem everywhere. */
export const trustFix = (code: keyof typeof TRUST_CODES): string => TRUST_CODES[code].fix;
