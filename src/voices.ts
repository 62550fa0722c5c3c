// Whose word counts more. A weaker voice never changes, feeds or outranks a stronger one.
import type { Scope, Voice, VoicedList } from './nouns.js';

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

/** The administrator and the user allow things; everybody else only asks for them. */
export const mayAllow = (voice: Voice): boolean => reaches(voice, 'user');

/** The lists that a hook or server of a voice has to keep to, each of them: those of its own voice and of stronger ones. */
export const bindingLists = (lists: readonly VoicedList[], voice: Voice): readonly VoicedList[] =>
  lists.filter((list) => reaches(list.voice, voice));

/**
 * Why a variable is not given to what a voice defines; `null`: it is. A project has to be granted it by the user or the
 * administrator; for the others lists only narrow.
 */
export function whyWithheld(
  name: string,
  voice: Voice,
  lists: readonly VoicedList[],
  { httpLists }: { readonly httpLists: 'each-narrows' | 'joined' },
): 'not-granted' | 'not-listed' | null {
  const names = ({ items }: VoicedList): boolean => items.includes(name);
  const allowing = lists.filter((list) => mayAllow(list.voice));
  if (voice === 'project' && !allowing.some(names))
    return allowing.length === 0 ? 'not-granted' : 'not-listed';
  if (httpLists === 'joined') return lists.length === 0 || lists.some(names) ? null : 'not-listed';
  return bindingLists(lists, voice).every(names) ? null : 'not-listed';
}
