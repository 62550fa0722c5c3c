// What a host is answered whose command line is wrong: at a gate a fault is no assent.
import { EVENT_NAMES, eventRow, type KnownEventRow } from '../../events/index.js';
import { isRecord } from '../../text/index.js';
import type { Io, UserError } from '../io.js';
import { faultAt } from './fault.js';
import { HOSTS, type Host } from './hosts.js';
import { readEvent } from './read-event.js';
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
  const { cwd, env } = io;
  const wish = { host: hostOf(words, text), event: wordAfter('event', words), cwd };
  const event = await readEvent(async () => text, { ...wish, load: { projectDir: cwd, env } });
  if (event.kind === 'nothing' || event.kind === 'unknown') return null;
  const row = event.row ?? firstGate();
  const { speaker } = event;
  return row?.permission === true ? faultAt(row, io, { speaker, failClosed: true }, error) : null;
}

/** As the words say, and where they are not understood, as the event looks. */
function hostOf(words: readonly string[], { text }: EventText): Host | null {
  const said = HOSTS.find((host) => host === wordAfter('host', words));
  if (said !== undefined) return said;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && typeof value['event'] === 'string' ? 'amplifier' : null;
  } catch {
    return null;
  }
}

/** What an option says, in either spelling. */
function wordAfter(option: string, words: readonly string[]): string | null {
  const at = words.findLastIndex((word) => word === `--${option}` || word.startsWith(`--${option}=`));
  const word = words[at] ?? '';
  return (word.includes('=') ? word.slice(option.length + 3) : words[at + 1]) || null;
}

const firstGate = (): KnownEventRow | undefined =>
  EVENT_NAMES.map(eventRow).find(({ permission }) => permission);
