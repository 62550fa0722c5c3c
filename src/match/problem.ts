// Something odd about a matcher or an `if` rule, before it is known where it stands.
import type { Diagnostic, Hook } from '../nouns.js';
import { MATCH_CODES, type MatchCode } from './codes.js';

export type Problem = Pick<Diagnostic, 'code' | 'severity' | 'message' | 'hint'>;

export const problem = (code: MatchCode, message: string, hint: string | null): Problem => ({
  code,
  severity: MATCH_CODES[code].severity,
  message,
  hint,
});

/** What helps with such a problem everywhere. */
export const fixOf = (code: MatchCode): string => MATCH_CODES[code].fix;

/** The problem with the place of the hook that has it; `null`: it is in no file. */
export const placed = (found: Problem, hook: Hook | null): Diagnostic => ({
  ...found,
  file: hook?.source.file ?? null,
  line: hook?.line ?? null,
  column: hook?.column ?? null,
});
