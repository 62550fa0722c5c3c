// One event of Amplifier as an event for hooks, where no session is at hand.
import { eventRow } from '../../events/index.js';
import type { EventData } from '../../kernel/index.js';
import { nativeEvent } from './native-events.js';
import { handedOn } from './payload.js';

/**
 * One event on its own, for `parseInput`; `null`: no hook event corresponds to it. A session knows more: which event of
 * a turn is the last, which failure was told before, and every file of a patch.
 */
export function fromAmplifier(
  event: string,
  data: Readonly<EventData>,
  cwd: string,
): Record<string, unknown> | null {
  const parent = text(data['parent_id']);
  const isSub = parent !== null && parent !== '';
  const [name, own] = nativeEvent(event)?.alone?.(data, { isSub, cwd }) ?? [];
  if (name === undefined || (isSub && eventRow(name).amplifier.sessions === 'person')) return null;
  const session = text(data['session_id']) ?? '';
  const agent = isSub ? { agent_id: session, agent_type: session.slice(session.lastIndexOf('_') + 1) } : {};
  const common = { session_id: session, cwd: text(data['cwd']) ?? cwd, permission_mode: 'default', ...agent };
  return { ...handedOn(name, data), ...common, ...own, hook_event_name: name };
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
