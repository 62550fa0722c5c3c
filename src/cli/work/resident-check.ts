// The resident engine that clients of this installation ask, where one runs.
import { type Finding, inArea } from '../../doctor/index.js';
import type { Settled } from '../../engine/index.js';
import { textIn } from '../../files/index.js';
import { momentOf } from '../../text/index.js';
import { VERSION } from '../../version.js';
import { doorAt, doorIn, isManned, missedAt, ownCommand } from '../resident/door.js';
import { MOST_MISSED } from '../resident/protocol.js';

const { pass, warn } = inArea('resident engine');
const STOP = 'End it: `amplifier-hooks dispatch --stop-resident`';

/** Nothing where none runs: it is started when a client is used. */
export async function residentEngine({ stateDir }: Pick<Settled, 'stateDir'>): Promise<readonly Finding[]> {
  const path = doorIn(stateDir, ownCommand());
  const door = doorAt(path);
  if (door === null || !isManned(door)) return [];
  const { pid, version, since } = door;
  const who = `process ${pid}, version ${version}, since ${momentOf(since)}`;
  const missed = (textIn(missedAt(path), 1024 * 1024) ?? '').length;
  if (missed >= MOST_MISSED) return [warn(`${who}: it does not answer in time`, STOP, { file: path })];
  if (version !== VERSION) return [warn(`${who}: this is version ${VERSION}`, STOP, { file: path })];
  return [pass(who, { file: path })];
}
