// What a host is answered whose command line is wrong: at a gate a fault is no assent.
import { EVENT_NAMES, eventRow, type KnownEventRow } from '../../events/index.js';
import { isRecord } from '../../text/index.js';
import type { Io, UserError } from '../io.js';
import { faultAt } from './fault.js';
import { type Host, readEvent } from './read-event.js';
import type { EventText } from './stdin.js';

/**
 * Answers the event on stdin as one that could not be judged; gives the exit code. `null`: it asks for no permission, and who called
 * this says what is wrong. Which hooks would be asked nobody knows, so that whether there are any does not count.
 */
export async function answerWrongLine(
  io: Io,
  words: readonly string[],
  error: UserError,
  read: () => Promise<EventText | null>,
): Promise<number | null> {
  const text = await read();
  // At a terminal nobody asks.
  if (text === null) return null;
  const host = hostOf(words, text);
  const event = await readEvent(async () => text, { host, load: { projectDir: io.cwd } });
  if (event.kind === 'nothing' || event.kind === 'unknown') return null;
  const row = event.row ?? firstGate();
  return row?.permission === true ? faultAt(row, io, { host }, error) : null;
}

/** As the words say, and where they are not understood, as the event looks. */
function hostOf(words: readonly string[], { text }: EventText): Host {
  if (
    words.some(
      (word, at) => word === '--host=amplifier' || (word === 'amplifier' && words[at - 1] === '--host'),
    )
  )
    return 'amplifier';
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && typeof value['event'] === 'string' ? 'amplifier' : 'claude';
  } catch {
    return 'claude';
  }
}

const firstGate = (): KnownEventRow | undefined =>
  EVENT_NAMES.map(eventRow).find(({ permission }) => permission);
