// Definitions that repeat one of a stronger voice with other options: they change nothing, and their author should know.
import type { Diagnostic, Hook } from '../nouns.js';
import type { Profile } from '../profiles.js';
import { isStronger, whose } from '../voices.js';
import { countsBefore, identityOf } from './identity.js';
import { fixOf, placed, problem } from './problem.js';

/** A diagnostic for every such definition, at its place. */
export function repeatedProblems(hooks: readonly Hook[], profile: Profile): readonly Diagnostic[] {
  const active = hooks.filter((hook) => hook.inactive === null);
  // Nobody is outranked where all speak with one voice, and most often all do.
  if (active.every(({ voice }) => voice === active[0]?.voice)) return [];
  const strongest = new Map<string, Hook>();
  const keyOf = (hook: Hook): string => `${hook.event} ${identityOf(hook)}`;
  for (const hook of active) {
    const known = strongest.get(keyOf(hook));
    if (known === undefined || isStronger(hook.voice, known.voice)) strongest.set(keyOf(hook), hook);
  }
  return active.flatMap((hook) => {
    const counts = strongest.get(keyOf(hook));
    if (counts === undefined || !countsBefore(counts, hook, profile) || sameOptions(counts, hook)) return [];
    const where = `${whose(counts.voice)} (${counts.source.file}:${counts.line})`;
    const message = `this ${hook.event} hook repeats ${where} with other options; where both are selected, ${whose(counts.voice)} definition counts`;
    return [placed(problem('definition-outranked', message, fixOf('definition-outranked')), hook)];
  });
}

/** The matcher is no option: each definition has its own. */
const sameOptions = (one: Hook, other: Hook): boolean => optionsOf(one) === optionsOf(other);

const optionsOf = ({ handler, timeoutMs, once, onFailure, mode, budget }: Hook): string =>
  JSON.stringify([handler, timeoutMs, once, onFailure, mode === 'observe', budget]);
