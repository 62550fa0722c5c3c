// Diagnostic codes of this room. The reference page is made from this table.
import { type CodeInfo, info, warning } from '../text/index.js';

export const MODEL_CODES = {
  'model-replaced': warning(
    'A hook names a model of another provider; the default of the one that is asked was taken instead.',
    'Name a model of this provider in the hook, or say in "names" of the model configuration what the name means.',
  ),
  'model-fallback': info(
    'A server does not offer something that was asked for, such as structured answers; it was asked in another way.',
    'Nothing has to be done.',
  ),
} as const satisfies Record<string, CodeInfo>;
