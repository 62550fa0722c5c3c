// A translation in the making: what changes on the way is written down as it is changed.
import { EVENT_NAMES, type EventName, eventRow, findEventRow } from '../../events/index.js';
import { profile } from '../../profiles.js';
import { similarName } from '../../text/index.js';
import type { Journey } from './host.js';
import type { Difference, Fields, ForeignHook, Moved, Translation } from './report.js';

export const cannot = (why: string, hint: string): Extract<Translation, { readonly kind: 'cannot' }> => ({
  kind: 'cannot',
  why,
  hint,
});

export class Draft {
  readonly differences: Difference[] = [];
  readonly warnings: string[] = [];
  #refusal: Translation | null = null;

  /** Notes a difference, where there is one. */
  differ(what: Difference['what'], from: string, to: string | null): void {
    if (from !== to) this.differences.push({ what, from, to });
  }

  warn(...warnings: readonly string[]): void {
    this.warnings.push(...warnings);
  }

  /** The hook is not moved, whatever else is found out about it. */
  refuse(why: string, hint: string): void {
    this.#refusal ??= cannot(why, hint);
  }

  /** The finished translation; what Amplifier makes of it is added. */
  moved(to: Moved, found: ForeignHook, { to: target }: Journey): Translation {
    if (this.#refusal !== null) return this.#refusal;
    if (found.personal)
      this.warn('it stands in settings that only you have; everybody in the project gets it now');
    if (target === 'amplifier') this.#meaning(to);
    return { kind: 'moved', to, differences: this.differences, warnings: this.warnings };
  }

  /** What stays as it is written but means something else in Amplifier. */
  #meaning({ event, group, hook }: Moved): void {
    const { level, note } = eventRow(event).amplifier;
    if (level === 'impossible') this.warn(`it will not run in Amplifier: ${note}`);
    const off = [group, hook].flatMap((fields) =>
      [
        fields['enabled'] === false ? '"enabled": false' : [],
        fields['disabled'] === true ? '"disabled": true' : [],
      ].flat(),
    );
    for (const flag of off)
      this.warn(
        `${flag} means nothing to Claude Code, where the hook runs; Amplifier takes it at its word and switches the hook off`,
      );
    if (hook['once'] === true)
      this.warn('Claude Code ignores "once" in settings; in Amplifier the hook runs once a session');
    this.#timeout(hook['timeout']);
  }

  #timeout(timeout: unknown): void {
    const { maxTimeout } = profile('amplifier');
    if (typeof timeout !== 'number' || maxTimeout === null) return;
    if (timeout >= 1000)
      this.warn(
        `the timeout ${timeout} is ${timeout} seconds to Claude Code; Amplifier reads so great a number as milliseconds, ${timeout / 1000} seconds`,
      );
    else if (timeout > maxTimeout)
      this.warn(
        `the timeout of ${timeout} seconds is cut to ${maxTimeout} in Amplifier, unless its option max_timeout allows more`,
      );
  }
}

/** A timeout in seconds, as far as the target allows it. */
export function timeoutFor(seconds: number, draft: Draft, { to }: Journey): number {
  const { maxTimeout } = profile('amplifier');
  if (to !== 'amplifier' || maxTimeout === null || seconds <= maxTimeout) return seconds;
  draft.warn(`Amplifier allows at most ${maxTimeout} seconds, unless its option max_timeout allows more`);
  return maxTimeout;
}

/** The event of a name in Claude Code's spelling; `null`: there is none. */
export function eventNamed(name: string): EventName | null {
  const row = findEventRow(name);
  return row === undefined || row.name !== name ? null : row.name;
}

/** Why an event that nobody knows cannot be moved. */
export function unknownEvent(name: string, known: readonly string[] = EVENT_NAMES): Translation {
  const close = similarName(name, known);
  const hint = close === null ? 'See docs/events.md for the events there are.' : `Did you mean ${close}?`;
  return cannot(`there is no event ${JSON.stringify(name)}`, hint);
}

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  command: ['command'],
  http: ['url'],
  mcp_tool: ['server', 'tool'],
  prompt: ['prompt'],
  agent: ['prompt'],
};

/** What keeps an entry in Claude Code's form from being a hook; `null`: nothing. */
export function malformed(hook: Fields): Translation | null {
  const { type } = hook;
  const hint = 'Correct it, then migrate again. `amplifier-hooks validate` says more about hooks.';
  if (typeof type !== 'string') return cannot('it does not state its type', hint);
  const needed = Object.hasOwn(NEEDED, type) ? NEEDED[type] : undefined;
  if (needed === undefined) return cannot(`there is no type of hook ${JSON.stringify(type)}`, hint);
  const missing = needed.find((name) => typeof hook[name] !== 'string');
  return missing === undefined
    ? null
    : cannot(`a ${type} hook needs ${JSON.stringify(missing)}, a string`, hint);
}

/** Fields of an object that are strings, by name. */
export function stringsOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'));
}

export const textIn = (fields: Fields, name: string): string | null => {
  const value = fields[name];
  return typeof value === 'string' ? value : null;
};
