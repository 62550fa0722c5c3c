// Events of other agents: who sent one, and what it means.
import {
  beyondBounds,
  findEventRow,
  type InputResult,
  outOfBounds,
  parseInput,
  plainFields,
} from '../../events/index.js';
import { agentNamed, type Fields, type Payload, recognise, strangerOf } from '../../hosts/agents/index.js';
import { UserError } from '../io.js';
import { type ReadEvent, type Speaker, settled, type Wish } from './host-event.js';

/** As the command line says, or as the event looks; `null`: it cannot be read. */
export async function speakerFor(fields: Fields | null, wish: Wish): Promise<Speaker> {
  const { host, event, cwd, load } = wish;
  const payload: Payload = { fields: fields ?? {}, event, cwd, env: load.env ?? {} };
  if (host !== null && host !== 'auto' && host !== 'amplifier') {
    const agent = await agentNamed(host);
    return agent === null ? { host: 'claude' } : { host: 'agent', agent, payload };
  }
  const found = await recognise(payload, host === 'auto' ? 'everything' : 'payload');
  if (found.kind === 'one') return { host: 'agent', agent: found.agent, payload };
  if (found.kind === 'none') {
    const stranger = strangerOf(payload);
    if (stranger === null) return { host: 'claude' };
    return { host: 'unsure', why: `this event looks like one of ${stranger.title}, which is not supported` };
  }
  const why = `${found.names.join(' or ')} may have sent this event: say who does, with --host`;
  return { host: 'unsure', why };
}

type OfAgent = Extract<Speaker, { readonly host: 'agent' }>;

/** Hooks are asked about each part of a call, one after the other, and the host waits only so long. */
const MOST_PARTS = 1000;

/** What an agent sent. A fault of ours while it is read is no assent. */
export function fromAgent(speaker: OfAgent): ReadEvent {
  try {
    return readBy(speaker);
  } catch (error) {
    return { kind: 'refused', row: null, error, speaker };
  }
}

/** A part of a call that cannot be read makes it one that cannot be judged. */
function readBy(speaker: OfAgent): ReadEvent {
  const { agent, payload } = speaker;
  const beyond = beyondBounds(payload.fields);
  const fields = beyond === null ? payload.fields : plainFields(payload.fields);
  const read = agent.read({ ...payload, fields });
  if (read.kind === 'nothing') return { kind: 'nothing', speaker };
  if (read.kind === 'refused') {
    const row = (read.event === null ? undefined : findEventRow(read.event)) ?? null;
    return { kind: 'refused', row, error: new UserError(read.why), speaker };
  }
  const [input, ...others] = read.inputs;
  if (others.length >= MOST_PARTS) {
    const why = `one call does ${read.inputs.length} things at once, and hooks are asked about ${MOST_PARTS} at most`;
    return { kind: 'refused', row: findEventRow(read.event) ?? null, error: new UserError(why), speaker };
  }
  let whole = settled(parsedWithin(input, beyond), fields, speaker);
  for (const other of others) {
    const part = settled(parsedWithin(other, beyond), fields, speaker);
    if (whole.kind !== 'event' || part.kind !== 'event') return whole.kind === 'event' ? part : whole;
    whole = { ...whole, inputs: [...whole.inputs, ...part.inputs] };
  }
  return read.sameTurn === true && whole.kind === 'event' ? { ...whole, sameTurn: true } : whole;
}

function parsedWithin(input: Fields, beyond: string | null): InputResult {
  const parsed = parseInput(input);
  if (beyond === null || !parsed.ok || parsed.input.kind === 'unknown') return parsed;
  return outOfBounds(input, parsed.input.row, beyond);
}

/** An event of nobody knows whom: a guess would be answered in a form that the right one may take for an assent. */
export function unsure(value: unknown, speaker: Extract<Speaker, { readonly host: 'unsure' }>): ReadEvent {
  const read = settled(parseInput(value), null, speaker);
  const row = read.kind === 'event' || read.kind === 'refused' ? read.row : null;
  return { kind: 'refused', row, error: new UserError(speaker.why), speaker };
}
