// Which events of the host are worth sending: those that a hook, or something that waits to be delivered, needs.
import { type EventName, eventRow } from '../../events/index.js';
import type { Core } from './core.js';

/** Hooks may come with a skill at any time. */
const ALWAYS = ['skill:loaded', 'skill:unloaded'];

/** Events that say nothing to these hooks by themselves, but without which they would be told less or too much. */
const BESIDE: Partial<Readonly<Record<EventName, readonly string[]>>> = {
  PostToolUseFailure: ['tool:pre'],
  PostToolBatch: ['tool:pre', 'tool:post', 'tool:error'],
  Stop: ['tool:pre'],
  SubagentStop: ['tool:pre'],
};

/** Events of a person's session; in the session of an agent they mean nothing to hooks. */
const ROOT_ONLY: ReadonlySet<EventName> = new Set(['UserPromptSubmit', 'SessionStart', 'SessionEnd', 'Stop']);

export function eventsFor(core: Core): readonly string[] {
  const { asking, can, calls } = core.parts;
  const names = new Set(ALWAYS);
  if (asking.events.size > 0) {
    // A prompt begins a turn, and delivers what waits for it; the end lets go of what is remembered.
    names.add('prompt:submit');
    if (core.isRoot) names.add('session:end');
  }
  for (const event of asking.events) {
    if (ROOT_ONLY.has(event) && !core.isRoot) continue;
    for (const name of [...eventRow(event).amplifier, ...(BESIDE[event] ?? [])]) names.add(name);
  }
  if (can.steer !== true) names.delete('content_block:end');
  if (core.isRoot) {
    names.delete('session:fork');
    if (!asking.has('Stop')) names.delete('content_block:end');
  }
  if (calls.waits) names.add('tool:post').add('tool:error').add('provider:request');
  if (core.turn.ending !== null || core.forRequest.length > 0) names.add('provider:request');
  return [...names].sort();
}
