// What a hook would have decided that has no say.
import type { HookInput } from '../events/index.js';
import type { Decision, Plan, Run } from '../nouns.js';
import type { Profile } from '../profiles.js';
import { decide } from './decide.js';
import { isAsyncMarker } from './output.js';

export interface Unheard {
  readonly input: HookInput;
  readonly plan: Plan;
  readonly projectAllow: boolean;
  /** Whether the event would have waited for it. */
  readonly awaited: boolean;
}

/** The decision as if it had been the only hook of the event. */
export function wouldDecide(
  run: Run,
  { input, plan, projectAllow, awaited }: Unheard,
  profile: Profile,
): Decision {
  const alone: Plan = { ...plan, runs: [run.hook] };
  const heard: Run = awaited && !wentToBackground(run) ? run : { ...run, outcome: { kind: 'background' } };
  return decide({ input, plan: alone, runs: [heard], late: [], projectAllow }, profile);
}

function wentToBackground({ outcome }: Run): boolean {
  if (outcome.kind !== 'finished') return false;
  const [first = ''] = outcome.stdout.split('\n', 1);
  return isAsyncMarker(first);
}
