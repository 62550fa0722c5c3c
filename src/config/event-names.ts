// Which event a name in a configuration means, and which ones it may have meant.
import { EVENT_NAMES, eventRow, findEventRow, type KnownEventRow } from '../events/index.js';
import { madeOnce, quote, similarNames } from '../text/index.js';
import type { Sheet } from './sheet.js';

const squash = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Made at the first need: most names are right. */
const squashedNames = madeOnce(
  () => new Map<string, KnownEventRow>(EVENT_NAMES.map((name) => [squash(name), eventRow(name)])),
);
const otherNames = madeOnce(
  () =>
    new Map<string, KnownEventRow>(
      EVENT_NAMES.map(eventRow).flatMap((row) =>
        [...row.aliases, ...row.amplifier.from.slice(0, 1)].map((name): [string, KnownEventRow] => [
          squash(name),
          row,
        ]),
      ),
    ),
);

/** The event a name stands for, exactly or as clearly meant; `undefined`: none. */
export function meantEvent(name: string): KnownEventRow | undefined {
  return findEventRow(name) ?? squashedNames().get(squash(name)) ?? otherNames().get(squash(name));
}

/** The event for the key of an event map; what is odd about the name is reported, an unknown one not. */
export function eventOf(sheet: Sheet, name: string, at: number): KnownEventRow | undefined {
  const row = sheet.rules.strict ? exactEvent(name) : meantEvent(name);
  if (row === undefined) return undefined;
  if (row.name !== name) {
    const code = squashedNames().has(squash(name)) ? 'event-case' : 'event-alias';
    sheet.report(code, at, `${quote(name)} was read as the event ${row.name}`, `Write "${row.name}".`);
  }
  const meant = sheet.source.kind === 'agent' && row.inAgent !== null ? findEventRow(row.inAgent) : undefined;
  if (meant === undefined) return row;
  const agent = sheet.source.owner ?? '';
  sheet.report('agent-stop', at, `${row.name} of the agent ${quote(agent)} was read as ${meant.name}`);
  return meant;
}

function exactEvent(name: string): KnownEventRow | undefined {
  const row = findEventRow(name);
  return row?.name === name ? row : undefined;
}

/** What to tell somebody who wrote a name that no event has. */
export function suggestEvents(name: string): string {
  const meant = squash(name)
    .replace(/^on(?=.)/, '')
    .replace(/(?<=.)hooks?$/, '');
  const close = similarNames(meant, EVENT_NAMES, { most: 3, by: squash });
  if (close.length > 0) return `Did you mean ${close.join(' or ')}?`;
  return `The events are ${EVENT_NAMES.join(', ')}.`;
}
