// EVENT_NAMES and eventRow: ask the event table.
import { EVENT_NAMES, eventRow } from 'amplifier-hooks';

/** Events that a hook can stop with exit code 2. */
export const blockable = (): string[] =>
  EVENT_NAMES.filter((name) => ['deny', 'block', 'goOn'].includes(eventRow(name).exit2));
