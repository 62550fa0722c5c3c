// What a run may cost, in words.
import type { Budget } from '../../nouns.js';

export const budgetInWords = ({ ms, tokens }: Budget): string =>
  [...(ms === null ? [] : [`${ms} ms`]), ...(tokens === null ? [] : [`${tokens} tokens`])].join(', ');
