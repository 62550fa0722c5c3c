// How long an event may take before the sidecar answers that it does not know.
import { timeoutFor } from '../../engine/index.js';
import type { Generation } from '../../nouns.js';
import { profile } from '../../profiles.js';

const longest = new WeakMap<Generation, number>();

/** The largest time limit of any hook that is waited for, in milliseconds. */
export function longestHookMs(generation: Generation, env: Readonly<Record<string, string>>): number {
  const known = longest.get(generation);
  if (known !== undefined) return known;
  const rules = profile(generation.profile);
  const limits = generation.hooks
    .filter(({ handler }) => handler.type !== 'command' || handler.background === 'no')
    .map((hook) => timeoutFor(hook, generation, rules, env) ?? 0);
  const found = Math.max(0, ...limits);
  longest.set(generation, found);
  return found;
}
