// A question of ours whether a denial arrives where a host asked for it: a command that no shell knows. Hooks are not asked about
// it, and there is no answer to it but a denial, so whoever says it gains nothing.
import { isRecord } from '../../text/index.js';
import type { HostEvent } from './host-event.js';

export const PROBE = 'amplifier-hooks-probe';

/** What is asked about, with a number so that nobody can mix up two questions. */
export function probedIn({ row, inputs }: HostEvent): string | null {
  if (!row.permission) return null;
  for (const { tool } of inputs) {
    const command = tool?.name === 'Bash' && isRecord(tool.input) ? tool.input['command'] : null;
    if (typeof command === 'string' && command.startsWith(`${PROBE} `)) return command;
  }
  return null;
}

/** Why it is denied. */
export const whyProbed = (command: string): string =>
  `${command} is how amplifier-hooks connections --probe asks whether a denial arrives`;
