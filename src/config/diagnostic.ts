// A problem with hooks or settings, by the table of codes.
import type { Diagnostic } from '../nouns.js';
import type { Position } from '../text/index.js';
import { CONFIG_CODES, type ConfigCode } from './codes.js';

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
