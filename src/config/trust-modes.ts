import type { TrustMode } from '../nouns.js';

/** From strict to lax. */
export const TRUST_MODES: readonly TrustMode[] = ['content', 'follow', 'off'];

export const strictest = (modes: readonly TrustMode[]): TrustMode | null =>
  TRUST_MODES.find((mode) => modes.includes(mode)) ?? null;
