// What a hook reads before a tool call, with gaps for what differs from call to call, so that the host can fill it in without asking.
import { COMMON_FIELDS, eventRow } from '../../events/index.js';
import type { EventData } from '../../kernel/index.js';
import { isTranslated } from './payload.js';
import { reservedNames } from './tool-names.js';

type Data = Readonly<EventData>;

/** The text that a hook reads. `pieces` are one more than `gaps`, and stand around them. */
export interface Gapped {
  readonly pieces: readonly string[];
  /** The field of the event's data whose value stands there as JSON; `''`: the time. */
  readonly gaps: readonly string[];
  /** All fields of the data, in their order: with others the text is another. */
  readonly names: readonly string[];
  /** Fields that are told in other words, or change more than themselves: their values. */
  readonly same: Readonly<Record<string, string | number | boolean | null>>;
  /** Names in the tool's input that hooks know under another name or with another value. */
  readonly reserved: readonly string[];
}

/** Data that stands for all data of the same form. */
export interface Marked {
  readonly data: Data;
  readonly same: Gapped['same'];
  /** The JSON that stands for each field. */
  readonly marks: ReadonlyMap<string, string>;
}

/** A moment that no event is at. */
export const MARKED_TIME = 0;
const TIME = '"1970-01-01T00:00:00.000Z"';
/** The one place where it is told. */
const BEFORE_TIME = '"timestamp":';

const INPUTS = ['tool_input', 'input'];

const IDS = ['tool_call_id', 'tool_use_id', 'timestamp'];

/** Whether any text there is handed on as it is, and changes nothing else. */
const isFree = (name: string): boolean =>
  IDS.includes(name) ||
  !(isTranslated(name) || Object.hasOwn(COMMON_FIELDS, name) || Object.hasOwn(FIELDS, name));

const FIELDS = eventRow('PreToolUse').fields;

/** `null`: events with such data have to be asked about. */
export function marked(data: Data, word: string): Marked | null {
  const same: Record<string, string | number | boolean | null> = {};
  const marks = new Map<string, string>();
  const stand: Record<string, unknown> = {};
  for (const [at, [name, value]] of Object.entries(data).entries()) {
    const mark = `${word}-${at}`;
    // A gap without a name is the time.
    if (name === '') return null;
    if (INPUTS.includes(name)) {
      stand[name] = { [mark]: 0 };
      marks.set(name, JSON.stringify(stand[name]));
    } else if (isFree(name) && typeof value === 'string') {
      stand[name] = mark;
      marks.set(name, JSON.stringify(mark));
    } else if (isScalar(value)) {
      stand[name] = value;
      same[name] = value;
    } else return null;
  }
  return { data: stand, same, marks };
}

/** `null`: the text says of itself what a mark or the time says. */
export function gapped(text: string, { data, same, marks }: Marked, tool: string): Gapped | null {
  const found = [...marks, ['', TIME] as const].flatMap(([name, mark]) =>
    placesOf(text, mark).map((at) => ({ name, at, end: at + mark.length })),
  );
  if (found.some(({ name, at }) => name === '' && !text.slice(0, at).endsWith(BEFORE_TIME))) return null;
  found.sort((one, other) => one.at - other.at);
  const pieces = found.map(({ at }, index) => text.slice(found[index - 1]?.end ?? 0, at));
  return {
    pieces: [...pieces, text.slice(found.at(-1)?.end ?? 0)],
    gaps: found.map(({ name }) => name),
    names: Object.keys(data),
    same,
    reserved: reservedNames(tool),
  };
}

function placesOf(text: string, mark: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) places.push(at);
  return places;
}

const isScalar = (value: unknown): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);
