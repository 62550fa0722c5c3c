// The names of the profiles, and the one difference that is looked at before an engine is loaded: reading a command line takes no
// more than these.

export type ProfileName = 'amplifier' | 'claude-code';

/** All profile names, the default first. */
export const PROFILE_NAMES: readonly ProfileName[] = ['amplifier', 'claude-code'];

/** Where hooks of a project are looked for; the row of `profiles.ts` says why. */
export const PROJECT_SEARCH: Readonly<Record<ProfileName, 'up-to-repository' | 'start-folder'>> = {
  amplifier: 'up-to-repository',
  'claude-code': 'start-folder',
};
