// The event that a host sends, in the form of the host.
import { beyondBounds, outOfBounds, parseInput, plainFields, readJson, unread } from '../../events/index.js';
import { isRecord } from '../../text/index.js';
import { UserError } from '../io.js';
import { type ReadEvent, type Speaker, settled, type Wish } from './host-event.js';
import { isPlain } from './plain.js';
import { type EventText, MOST_MEBIBYTES } from './stdin.js';

export async function readEvent(readText: () => Promise<EventText | null>, wish: Wish): Promise<ReadEvent> {
  const read = await readText().catch((error: unknown) => ({ error }));
  if (read === null) throw noEvent();
  if ('error' in read) return refusedAs(await speakerOf(null, wish), read.error);
  if (!read.whole) {
    const large = unread(read.text, `it has more than ${MOST_MEBIBYTES} MiB`);
    return settled(large, null, await speakerOf(null, wish));
  }
  if (read.text.trim() === '') return refusedAs(await speakerOf(null, wish), noEvent());
  const json = readJson(read.text);
  if (!json.ok) return settled(json, null, await speakerOf(null, wish));
  const value = named(json.value, wish);
  const speaker = await speakerOf(value, wish);
  if (speaker.host === 'agent' && isRecord(value)) return (await import('./agents.js')).fromAgent(speaker);
  if (speaker.host === 'unsure') return (await import('./agents.js')).unsure(value, speaker);
  // Amplifier's own form: the name of the event, and its data.
  if (speaker.host !== 'amplifier' || !isRecord(value) || typeof value['event'] !== 'string') {
    return settled(parseInput(value), null, speaker);
  }
  const data = isRecord(value['data']) ? value['data'] : {};
  const beyond = beyondBounds(data);
  const raw = await translated(
    value['event'],
    beyond === null ? data : plainFields(data),
    wish.load.projectDir,
  );
  if (raw === null) return { kind: 'nothing', speaker };
  const parsed = parseInput(raw);
  if (beyond === null || !parsed.ok || parsed.input.kind === 'unknown') return settled(parsed, data, speaker);
  return settled(outOfBounds(raw, parsed.input.row, beyond), plainFields(data), speaker);
}

/** The event of the command line counts where the host names none. */
function named(value: unknown, { event, host }: Wish): unknown {
  if (event === null || !isRecord(value) || (host !== null && host !== 'claude')) return value;
  return value['hook_event_name'] === undefined ? { ...value, hook_event_name: event } : value;
}

/** Who asks; of a value that is no event only the command line says so. */
export async function speakerOf(value: unknown, wish: Wish): Promise<Speaker> {
  const { host } = wish;
  if (host === 'amplifier' || host === 'claude') return { host };
  if (host === null && (!isRecord(value) || isPlain(value))) return { host: 'claude' };
  const { speakerFor } = await import('./agents.js');
  return speakerFor(isRecord(value) ? value : null, wish);
}

const refusedAs = (speaker: Speaker, error: unknown): ReadEvent => ({
  kind: 'refused',
  row: null,
  error,
  speaker,
});

const noEvent = (): UserError =>
  new UserError('no event', 'Send one as JSON on stdin: `amplifier-hooks dispatch < event.json`');

async function translated(
  event: string,
  data: Record<string, unknown>,
  cwd: string,
): Promise<Record<string, unknown> | null> {
  const { fromAmplifier } = await import('../../hosts/index.js');
  return fromAmplifier(event, data, cwd);
}
