// Which events of the host are worth sending: those that a hook, or something that waits to be delivered, needs.
import { eventRow } from '../../events/index.js';
import { isOfTrust } from '../../trust/index.js';
import type { Core } from './core.js';
import { nativeEvent } from './native-events.js';

/** Hooks may come with a skill at any time. */
const ALWAYS = ['skill:loaded', 'skill:unloaded'];

export function eventsFor(core: Core): readonly string[] {
  const { asking, calls, engine } = core.parts;
  const names = new Set(ALWAYS);
  // Hooks that wait for approval are told of with the first prompt, also where no other hook is there to speak.
  if (core.isRoot && engine.generation.diagnostics.some(({ code }) => isOfTrust(code)))
    names.add('prompt:submit');
  if (asking.events.size > 0) {
    // A prompt begins a turn, and delivers what waits for it; the end lets go of what is remembered.
    names.add('prompt:submit');
    if (core.isRoot) names.add('session:end');
  }
  for (const event of asking.events) {
    const { from, beside, sessions } = eventRow(event).amplifier;
    if (sessions === 'person' && !core.isRoot) continue;
    for (const name of [...from, ...beside])
      if (nativeEvent(name)?.isHeard?.(core) !== false) names.add(name);
  }
  if (calls.waits) names.add('tool:post').add('tool:error').add('provider:request');
  if (core.turn.ending !== null || core.forRequest.length > 0) names.add('provider:request');
  return [...names].sort();
}
