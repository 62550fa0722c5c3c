// A verdict as it stands in texts: a sign, a word and a colour.
import { el } from './dom.js';
import { figureOf, SIGNS, VERDICT_WORDS, type VerdictWord } from './words.js';

export const badge = (verdict: VerdictWord): HTMLElement =>
  el(
    'span',
    { class: 'badge', 'data-verdict': verdict },
    el('span', { 'aria-hidden': 'true' }, `${SIGNS[figureOf(verdict)]} `),
    VERDICT_WORDS[verdict],
  );
