// The event that a word on the command line means.
import { EVENT_NAMES, type EventName, findEventRow } from '../../events/index.js';
import { similarName } from '../../text/index.js';
import { UserError } from '../io.js';

export function eventNamed(name: string): EventName {
  const row = findEventRow(name);
  if (row !== undefined) return row.name;
  const meant = similarName(name, EVENT_NAMES);
  throw new UserError(
    `there is no event "${name}"`,
    meant === null ? `The events are: ${EVENT_NAMES.join(', ')}` : `Did you mean ${meant}?`,
  );
}
