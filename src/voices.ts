// Whose word counts more. A weaker voice never changes, feeds or outranks a stronger one.
import type { Scope, Voice } from './nouns.js';

/** From strong to weak. */
export const VOICES: readonly Voice[] = ['managed', 'user', 'plugin', 'project'];

export const isStronger = (one: Voice, other: Voice): boolean => VOICES.indexOf(one) < VOICES.indexOf(other);

/** Whether what `from` sets may reach what belongs to `to`: it is of the same voice or a weaker one. */
export const reaches = (from: Voice, to: Voice): boolean => !isStronger(to, from);

/** Whose word a settings file is. */
export function voiceOfScope(scope: Scope): Voice {
  if (scope === 'managed') return 'managed';
  return scope === 'project' || scope === 'local' ? 'project' : 'user';
}

const IN_WORDS: Readonly<Record<Voice, string>> = {
  managed: 'the administrator’s',
  user: 'the user’s',
  plugin: 'an installed plugin’s',
  project: 'the project’s',
};

/** For sentences: “the user’s definition counts”. */
export const whose = (voice: Voice): string => IN_WORDS[voice];
