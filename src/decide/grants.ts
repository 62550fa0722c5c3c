// The `allow` of a project's hook: what it says where the user has not granted that it counts.
import type { KnownEventRow } from '../events/index.js';
import type { Diagnostic } from '../nouns.js';
import { note } from './messages.js';
import type { Effects } from './parts.js';

/** What is left of an effect of the project when its permission is no opinion; the effects of others stay as they are. */
export function withoutAllow(effect: Effects, row: KnownEventRow): Effects {
  if (effect.run.hook.voice !== 'project') return effect;
  if (effect.permission !== 'allow' && effect.updatedPermissions === null) return effect;
  // Where a rewrite is part of the permission, and not a field of its own, it goes with it.
  const alone = row.specific !== null && 'updatedInput' in row.specific;
  return {
    ...effect,
    permission: effect.permission === 'allow' ? null : effect.permission,
    updatedInput: alone ? effect.updatedInput : null,
    updatedPermissions: null,
  };
}

/** Told only where the permission would have made a difference. */
export const ungranted = (said: readonly Effects[], counted: readonly Effects[]): readonly Diagnostic[] =>
  said.flatMap(({ permission, run }, index) =>
    permission === 'allow' && counted[index]?.permission === null
      ? [note(run.hook, 'allow-not-granted', 'its "allow" is the project’s word and does not count')]
      : [],
  );
