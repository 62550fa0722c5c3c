// The names that a command line says of profiles and matchers, and the one difference between profiles that is looked at before an
// engine is loaded: reading a command line takes no more than these.

export type ProfileName = 'amplifier' | 'claude-code';

/** All profile names, the default first. */
export const PROFILE_NAMES: readonly ProfileName[] = ['amplifier', 'claude-code'];

/** Where hooks of a project are looked for; the row of `profiles.ts` says why. */
export const PROJECT_SEARCH: Readonly<Record<ProfileName, 'up-to-repository' | 'start-folder'>> = {
  amplifier: 'up-to-repository',
  'claude-code': 'start-folder',
};

/** Whether a regular expression may be found anywhere in a name or must cover the whole of it. */
export type MatcherMode = 'search' | 'full';

/** All of them, the default first. */
export const MATCHER_MODES: readonly MatcherMode[] = ['search', 'full'];
