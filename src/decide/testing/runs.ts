// Hooks that ended in some way, and what is decided about them.
import type { EventName } from '../../events/index.js';
import type { Decision, Hook, Outcome } from '../../nouns.js';
import { type ProfileName, profile } from '../../profiles.js';
import { exited, hook, input, plan, run } from '../../testing/index.js';
import { decide } from '../decide.js';

export const answers = (value: unknown, exitCode = 0, stderr = ''): Outcome =>
  exited(exitCode, JSON.stringify(value), stderr);

export interface Played {
  readonly event: EventName;
  readonly outcomes: readonly Outcome[];
  readonly profileName?: ProfileName;
  readonly more?: Partial<Omit<Hook, 'id' | 'source'>>;
  readonly fields?: Record<string, unknown>;
  /** Default: yes, so that hooks are judged by what they say. */
  readonly projectAllow?: boolean;
}

/** Decides about hooks h0, h1, … that ended with these outcomes. */
export function play({
  event,
  outcomes,
  profileName = 'claude-code',
  more = {},
  fields = {},
  projectAllow = true,
}: Played): Decision {
  const runs = outcomes.map((outcome, index) => run(hook(`h${index}`, { ...more, event }), outcome, 1));
  const planned = plan(
    runs.map((one) => one.hook),
    { event },
  );
  return decide(
    { input: input(event, fields), plan: planned, runs, late: [], projectAllow },
    profile(profileName),
  );
}
