// Diagnostic codes of this room. The reference page is made from this table.
import type { Severity } from '../nouns.js';

interface CodeInfo {
  readonly severity: Severity;
  readonly meaning: string;
  readonly fix: string;
}

export const MODEL_CODES = {
  'model-replaced': {
    severity: 'warning',
    meaning:
      'A hook names a model of another provider; the default of the one that is asked was taken instead.',
    fix: 'Name a model of this provider in the hook, or say in "names" of the model configuration what the name means.',
  },
  'model-fallback': {
    severity: 'info',
    meaning:
      'A server does not offer something that was asked for, such as structured answers; it was asked in another way.',
    fix: 'Nothing has to be done.',
  },
} as const satisfies Record<string, CodeInfo>;
