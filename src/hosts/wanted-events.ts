// Which events a host has to send: those that hooks are there for, and those that are denied without one.

import { EVENT_NAMES } from '../events/index.js';
import type { EventName, Generation } from '../nouns.js';

export const wantedEvents = ({
  hooks,
  policy,
}: Pick<Generation, 'hooks' | 'policy'>): ReadonlySet<EventName> =>
  new Set([
    ...hooks.filter(({ inactive }) => inactive === null).map(({ event }) => event),
    ...EVENT_NAMES.filter((name) => policy.shut[name] !== undefined),
  ]);
