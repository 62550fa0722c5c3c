// Whose word counts against whose: the order of voices, and which lists of settings bind what a voice defines.
import type { Voice, VoicedList } from './nouns.js';
import type { Profile } from './profiles.js';

/** From strong to weak. */
export const VOICES: readonly Voice[] = ['managed', 'user', 'plugin', 'project'];

/** Whether one voice is as strong as another, or stronger. */
export const isAtLeast = (voice: Voice, other: Voice): boolean =>
  VOICES.indexOf(voice) <= VOICES.indexOf(other);

/** The administrator and the user allow things; everybody else only asks for them. */
export const mayAllow = (voice: Voice): boolean => isAtLeast(voice, 'user');

/** The lists that a hook or server of a voice has to keep to, each of them: those of its own voice and of stronger ones. */
export const bindingLists = (lists: readonly VoicedList[], voice: Voice): readonly VoicedList[] =>
  lists.filter((list) => isAtLeast(list.voice, voice));

/**
 * Why a variable is not given to what a voice defines; `null`: it is. A project has to be granted it by the user or the
 * administrator; for the others lists only narrow.
 */
export function whyWithheld(
  name: string,
  voice: Voice,
  lists: readonly VoicedList[],
  { httpLists }: Pick<Profile, 'httpLists'>,
): 'not-granted' | 'not-listed' | null {
  const names = ({ items }: VoicedList): boolean => items.includes(name);
  const allowing = lists.filter((list) => mayAllow(list.voice));
  if (voice === 'project' && !allowing.some(names))
    return allowing.length === 0 ? 'not-granted' : 'not-listed';
  if (httpLists === 'joined') return lists.length === 0 || lists.some(names) ? null : 'not-listed';
  return bindingLists(lists, voice).every(names) ? null : 'not-listed';
}
