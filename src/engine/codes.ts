// Diagnostic codes of the engine itself. The reference page is made from this table.
import type { Diagnostic, Severity } from '../nouns.js';

interface CodeInfo {
  readonly severity: Severity;
  readonly meaning: string;
  readonly fix: string;
}

export const ENGINE_CODES = {
  'env-file-line': {
    severity: 'warning',
    meaning: 'A line of a hook’s env file is no plain assignment, so later hooks do not see it.',
    fix: 'Write lines such as: export NAME=value',
  },
  'env-file-unavailable': {
    severity: 'warning',
    meaning: 'The env file of a hook could not be made; the hook ran without one.',
    fix: 'Make the state directory writable, or choose another one with the option stateDir.',
  },
  'model-settings': {
    severity: 'error',
    meaning:
      'The user’s settings for models cannot be used; hooks of type prompt and agent fail until they can.',
    fix: 'Correct ~/.amplifier/hooks-model.json; docs/models.md lists its fields.',
  },
} as const satisfies Record<string, CodeInfo>;

/** A diagnostic of the engine about a file. */
export function engineDiagnostic(
  code: keyof typeof ENGINE_CODES,
  message: string,
  file: string,
  line: number | null,
): Diagnostic {
  const { severity, fix } = ENGINE_CODES[code];
  return { code, severity, message, file, line, column: line === null ? null : 1, hint: fix };
}
