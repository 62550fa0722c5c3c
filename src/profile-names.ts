// The names of the profiles alone: reading a command line takes no more than these.

export type ProfileName = 'amplifier' | 'claude-code';

/** All profile names, the default first. */
export const PROFILE_NAMES: readonly ProfileName[] = ['amplifier', 'claude-code'];
