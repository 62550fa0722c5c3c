// Which commands in the files of hosts are ours.
import { startOf } from '../files/index.js';

/** A command that calls `amplifier-hooks dispatch`, by whatever path. */
export interface OurCommand {
  /** The host that it says; `null`: it says none. */
  readonly host: string | null;
  /** How long the host waits, as it says. */
  readonly seconds: number | null;
  /** The event that it names. */
  readonly event: string | null;
}

const DISPATCH = /(?:^|[\s/\\'"])amplifier-hooks(?:\.cjs|\.cmd)?['"]?\s+dispatch(?=\s|$)/;

/** `null`: somebody else's. */
export function ourCommand(command: unknown): OurCommand | null {
  if (typeof command !== 'string') return null;
  if (!DISPATCH.test(command)) return isClient(command) ? { host: null, seconds: null, event: null } : null;
  const [, host = null] = /\s--host[\s=]([\w-]+)/.exec(command) ?? [];
  const [, seconds = null] = /\s--host-timeout[\s=](\d+)/.exec(command) ?? [];
  const [, event = null] = /\s--event[\s=](\S+)/.exec(command) ?? [];
  return { host, seconds: seconds === null ? null : Number(seconds), event };
}

/** What `dispatch --client` wrote calls it too, and may have any name. */
function isClient(command: string): boolean {
  const [, path = ''] = /^\s*['"]?(\/[^'"]*?)['"]?\s*$/.exec(command) ?? [];
  return path !== '' && startOf(path, 400).toString().includes('as `amplifier-hooks dispatch` does');
}

/** Written by `connect` for one of these hosts. Others were written by hand: they are told of, and left. */
export const isFor =
  (hosts: readonly string[]) =>
  (command: unknown): boolean => {
    const own = ourCommand(command);
    return own !== null && own.host !== null && own.seconds !== null && hosts.includes(own.host);
  };

/** Our command also runs the hooks of Claude Code's settings files. */
export const readsClaude = (command: string): boolean => /--claude-settings\b/.test(command);
