// What is registered: the events, their order, time limits and matchers.

import { shellWord } from '../../text/index.js';
import type { HandlerName } from '../subcommands.js';
import { findSubcommand } from '../subcommands.js';

export interface Registration {
  readonly event: string;
  readonly handler: HandlerName;
  /** As written into the settings file. */
  readonly subcommand: string;
  /** Seconds; `null`: none is stated, so that a slow hook never blocks a tool call. */
  readonly timeout: number | null;
  readonly matcher: string | null;
}

const row = (
  event: string,
  handler: HandlerName,
  timeout: number | null,
  matcher: string | null = null,
): Registration => ({ event, handler, subcommand: handler, timeout, matcher });

/** Always, in this order. */
export const REGISTRATIONS: readonly Registration[] = [
  row('SessionStart', 'session-start', 10),
  row('Stop', 'stop', 120),
  row('PreToolUse', 'pre-tool-use', null, '*'),
  row('PostToolUse', 'post-tool-use', null, '*'),
  row('UserPromptSubmit', 'workflow-classification-reminder', 5),
  row('UserPromptSubmit', 'user-prompt-submit', 10),
  row('PreCompact', 'pre-compact', 30),
];

/** Only where it is asked for. */
export const SESSION_END: Registration = {
  ...row('SessionEnd', 'session-stop', 30),
  subcommand: 'session-stop-event',
};

/** The registrations by event, in the order of the table. */
export function byEvent(rows: readonly Registration[]): ReadonlyMap<string, readonly Registration[]> {
  const events = new Map<string, Registration[]>();
  for (const one of rows) events.set(one.event, [...(events.get(one.event) ?? []), one]);
  return events;
}

/** Whether a subcommand, in any spelling, is that of a registration. */
export const runs = ({ handler }: Registration, subcommand: string): boolean =>
  findSubcommand(subcommand)?.name === handler;

export const commandOf = ({ subcommand }: Registration, executable: string): string =>
  `${shellWord(executable)} ${subcommand}`;

/** Each registration is a wrapper of its own. */
export const wrapperOf = (
  { timeout, matcher }: Registration,
  command: string,
): Readonly<Record<string, unknown>> => ({
  ...(matcher === null ? {} : { matcher }),
  hooks: [{ type: 'command', command, ...(timeout === null ? {} : { timeout }) }],
});
