// Which skill an event is about.
import type { HookInput } from '../events/index.js';

/** The skill that this event shows to be in use. */
export function skillIn(input: HookInput): string | null {
  if (input.row.skill === 'command') return text(input.fields['command_name']);
  if (input.row.skill !== 'call' || input.tool?.name !== 'Skill') return null;
  const { input: call } = input.tool;
  return typeof call === 'object' && call !== null && 'skill' in call ? text(call.skill) : null;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
