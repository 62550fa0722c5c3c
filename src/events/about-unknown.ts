// An event that nobody knows, for people who connect the host that sends it.
import { similarName } from '../text/index.js';
import { FOREIGN_EVENTS } from './foreign.js';
import { EVENT_NAMES } from './table.js';

/** What to tell whoever sends an event that nobody knows. */
export function aboutUnknown(name: string): string {
  for (const [host, events] of Object.entries(FOREIGN_EVENTS)) {
    const event = Object.hasOwn(events, name) ? events[name] : undefined;
    if (event === null) return `It is an event of ${host} that none here corresponds to.`;
    if (event !== undefined) return `It is how ${host} spells ${event}.`;
  }
  const meant = similarName(name, EVENT_NAMES);
  return meant === null ? 'It may be one of a newer host.' : `Did you mean ${meant}?`;
}
