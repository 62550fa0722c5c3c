// The border for event inputs: anything in, a HookInput or exact problems out.
import { describe, isRecord, keepNumber, keepNumbers, readExactly, reasonOf } from '../text/index.js';
import { beyondBounds, LARGEST, nameAtBeginning, namesIn, plainFields, TOO_LARGE } from './bounds.js';
import { fits, kindInWords } from './kinds.js';
import { COMMON_FIELDS, EVENT_NAMES, eventRow, findEventRow, type KnownEventRow } from './table.js';

/** One event as the rooms behind the border see it: names canonical, required fields there, kinds right. */
export interface HookInput {
  readonly kind: 'known';
  readonly row: KnownEventRow;
  /** Everything the host sent, under canonical names and in its order. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly sessionId: string;
  readonly cwd: string | null;
  /** What matchers are compared with; `null` where the event ignores matchers. */
  readonly target: string | null;
  readonly tool: { readonly name: string; readonly input: unknown } | null;
  readonly agentId: string | null;
  readonly agentType: string | null;
  /**
   * Why nobody can judge it: it is deeper or larger than an event may be. Only where an event asks for permission, and then the
   * engine denies it; of its fields only what is small is there. `null`: the event is whole.
   */
  readonly beyond: string | null;
}

/** A valid event whose name is not in the table: a future one. No hook can be attached to it yet. */
export interface UnknownInput {
  readonly kind: 'unknown';
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Why an input was refused. */
export interface InputProblem {
  readonly code:
    | 'not-json'
    | 'not-an-object'
    | 'event-missing'
    | 'field-missing'
    | 'field-type'
    | 'beyond-bounds';
  readonly field: string | null;
  readonly message: string;
}

export type InputResult =
  | { readonly ok: true; readonly input: HookInput | UnknownInput }
  | {
      readonly ok: false;
      readonly problems: readonly InputProblem[];
      /** The event that it was meant to be; `null`: nobody can tell, so it may be any. */
      readonly row: KnownEventRow | null;
    };

/** Other spellings of input fields that hosts send. The canonical field wins where both are there. */
export const FIELD_ALIASES: Readonly<Record<string, string>> = {
  hookEventName: 'hook_event_name',
  toolName: 'tool_name',
  toolInput: 'tool_input',
  toolResult: 'tool_response',
  tool_result: 'tool_response',
  sessionId: 'session_id',
  stopHookActive: 'stop_hook_active',
  transcriptPath: 'transcript_path',
  userPrompt: 'prompt',
  user_prompt: 'prompt',
};

/** Reads one event from JSON text. Never throws. */
export function readInput(text: string): InputResult {
  if (text.length > LARGEST) return unread(text);
  const json = readJson(text);
  return json.ok ? parseInput(json.value) : json;
}

/** Reads the text of an event as JSON, or says which event it was meant to be. Never throws. */
export function readJson(
  text: string,
): { readonly ok: true; readonly value: unknown } | (InputResult & { ok: false }) {
  try {
    return { ok: true, value: readExactly(text.startsWith('\uFEFF') ? text.slice(1) : text) };
  } catch (error) {
    const message = `the event is not valid JSON: ${reasonOf(error)}`;
    return { ok: false, problems: [{ code: 'not-json', field: null, message }], row: rowMeant(text) };
  }
}

/** Reads one event from a value. Never throws. */
export function parseInput(value: unknown): InputResult {
  if (!isRecord(value)) {
    return refused('not-an-object', null, `an event is a JSON object, but this is ${describe(value)}`);
  }
  const name = value['hook_event_name'] ?? value['hookEventName'];
  if (typeof name !== 'string' || name === '') {
    const found = name === undefined ? 'it is missing' : `it is ${describe(name)}`;
    return refused('event-missing', 'hook_event_name', `"hook_event_name" must name the event; ${found}`);
  }
  const row = findEventRow(name);
  const beyond = beyondBounds(value);
  if (beyond !== null) return outOfBounds(value, row, beyond);
  if (row === undefined) return { ok: true, input: { kind: 'unknown', name, fields: value } };

  const fields = canonicalFields(value, row);
  const problems = checkFields(fields, row);
  if (problems.length > 0) return { ok: false, problems, row };
  return { ok: true, input: knownInput(row, fields, null) };
}

/** The same event with other fields, or some more. */
export const withFields = (input: HookInput, changes: Readonly<Record<string, unknown>>): HookInput => ({
  ...input,
  fields: keepNumbers(input.fields, { ...input.fields, ...changes }),
});

/** Of these fields those that an event leaves out, under any name. */
export function leftOut(
  event: Readonly<Record<string, unknown>>,
  usual: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const missing: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(usual))
    if (isLeftOut(event[name]) && otherSpellings(name).every((key) => isLeftOut(event[key])))
      missing[name] = value;
  return missing;
}

const otherSpellings = (name: string): readonly string[] =>
  Object.keys(FIELD_ALIASES).filter((other) => FIELD_ALIASES[other] === name);

/** An event that nobody can judge: where it asks for permission, an input that is denied, else a refusal. */
export function outOfBounds(
  fields: Readonly<Record<string, unknown>>,
  row: KnownEventRow | undefined,
  why: string,
): InputResult {
  if (row?.permission === true) {
    return { ok: true, input: knownInput(row, canonicalFields(plainFields(fields), row), why) };
  }
  const message = `no hook can be asked about this ${row?.name ?? 'event'}: ${why}`;
  return { ok: false, problems: [{ code: 'beyond-bounds', field: null, message }], row: row ?? null };
}

/** A text that is too large even to be read. If it may ask for permission, it counts as if it did. */
export const unread = (text: string, why = TOO_LARGE): InputResult =>
  outOfBounds({}, rowMeant(text) ?? undefined, why);

/**
 * The event that a text which nobody can read was meant to be: one that asks for permission wherever the text names it, another
 * only by its own name. `null`: nobody can tell.
 */
function rowMeant(text: string): KnownEventRow | null {
  const gate = namesIn(text)
    .map((name) => findEventRow(name) ?? rowInAmplifier(name))
    .find((row) => row?.permission === true);
  return gate ?? findEventRow(nameAtBeginning(text) ?? '') ?? null;
}

/** The event that one of Amplifier's fires. */
const rowInAmplifier = (name: string): KnownEventRow | undefined =>
  EVENT_NAMES.map(eventRow).find(({ amplifier }) => amplifier.from.some((from) => from === name));

const canonicalName = (key: string, row: KnownEventRow): string =>
  entryOf(row.fieldAliases, key) ?? entryOf(FIELD_ALIASES, key) ?? key;

function canonicalFields(value: Record<string, unknown>, row: KnownEventRow): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [key, content] of Object.entries(value)) {
    const canonical = canonicalName(key, row);
    if (canonical !== key && Object.hasOwn(value, canonical) && !isLeftOut(value[canonical])) continue;
    if (isLeftOut(content) && (Object.hasOwn(fields, canonical) || mayBeLeftOut(canonical, row))) continue;
    // A plain assignment to "__proto__" would change the object instead of carrying the field on.
    Object.defineProperty(fields, canonical, {
      value: canonical === 'hook_event_name' ? row.name : content,
      enumerable: true,
      writable: true,
      configurable: true,
    });
    keepNumber(value, key, fields, canonical);
  }
  return fields;
}

/** Many hosts write out every field that they know, with nothing in it. */
const isLeftOut = (content: unknown): boolean => content === null || content === undefined;

/** Whether nothing is the same as no field: it is known, need not be there, and nothing is no value of it. */
function mayBeLeftOut(name: string, row: KnownEventRow): boolean {
  const field = entryOf(row.fields, name) ?? entryOf(COMMON_FIELDS, name);
  return field !== undefined && !field.required && !fits(null, field.kind);
}

const entryOf = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

function checkFields(fields: Record<string, unknown>, row: KnownEventRow): InputProblem[] {
  const problems: InputProblem[] = [];
  for (const [name, field] of [...Object.entries(COMMON_FIELDS), ...Object.entries(row.fields)]) {
    const value = fields[name];
    if (value === undefined) {
      if (field.required) {
        problems.push({
          code: 'field-missing',
          field: name,
          message: `${row.name} needs "${name}"; it is missing`,
        });
      }
    } else if (!fits(value, field.kind)) {
      const message = `"${name}" of ${row.name} must be ${kindInWords(field.kind)}, but is ${describe(value)}`;
      problems.push({ code: 'field-type', field: name, message });
    }
  }
  return problems;
}

function knownInput(row: KnownEventRow, fields: Record<string, unknown>, beyond: string | null): HookInput {
  return Object.freeze({
    kind: 'known',
    row,
    fields,
    sessionId: text(fields['session_id']) ?? '',
    cwd: text(fields['cwd']),
    target: row.matcher === null ? null : matcherTarget(row, text(fields[row.matcher]) ?? ''),
    tool: row.tool ? { name: text(fields['tool_name']) ?? '', input: fields['tool_input'] } : null,
    agentId: text(fields['agent_id']),
    agentType: text(fields['agent_type']),
    beyond,
  });
}

/** What matchers are compared with, of the field that they read. */
export const matcherTarget = (row: KnownEventRow, value: string): string =>
  row.matcherPart === 'basename' ? value.slice(value.lastIndexOf('/') + 1) : value;

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const refused = (code: InputProblem['code'], field: string | null, message: string): InputResult => ({
  ok: false,
  problems: [{ code, field, message }],
  row: null,
});
