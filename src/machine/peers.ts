// Who is at the other end of a connection on this machine.
import { readFile } from 'node:fs/promises';

/** One row of /proc/net/tcp: addresses in hexadecimal, and who made the socket. */
const ROW = /^\s*\d+: ([0-9A-F]{8}):([0-9A-F]{4}) ([0-9A-F]{8}):([0-9A-F]{4}) \S+ \S+ \S+ \S+\s+(\d+)\s/;

/**
 * The user whose program connected from the port `from` to the port `to` of 127.0.0.1; `null`: the system does not tell.
 * Only Linux does.
 */
export async function userOfPeer(from: number, to: number): Promise<number | null> {
  let table: string;
  try {
    table = await readFile('/proc/net/tcp', 'latin1');
  } catch {
    return null;
  }
  return peerIn(table, from, to);
}

/** The same in such a table. */
export function peerIn(table: string, from: number, to: number): number | null {
  for (const line of table.split('\n')) {
    const [, , local = '', , remote = '', user = ''] = ROW.exec(line) ?? [];
    if (user !== '' && Number.parseInt(local, 16) === from && Number.parseInt(remote, 16) === to)
      return Number(user);
  }
  return null;
}

/** Whether that user is somebody else. Whoever administers the machine needs no door. */
export const isStranger = (user: number | null): boolean =>
  user !== null && user !== 0 && user !== (process.getuid?.() ?? user);
