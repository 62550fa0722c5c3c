// The names that a command line says of profiles and matchers: reading one takes no more than these.

export type ProfileName = 'amplifier' | 'claude-code';

/** All profile names, the default first. */
export const PROFILE_NAMES: readonly ProfileName[] = ['amplifier', 'claude-code'];

/** Whether a regular expression may be found anywhere in a name or must cover the whole of it. */
export type MatcherMode = 'search' | 'full';

/** All of them, the default first. */
export const MATCHER_MODES: readonly MatcherMode[] = ['search', 'full'];
