// An event from the words of a command line, or whole from stdin.
import type { Command } from 'commander';
import {
  EVENT_NAMES,
  type EventName,
  findEventRow,
  type HookInput,
  leftOut,
  parseInput,
} from '../../events/index.js';
import { sampleWords } from '../../explain/index.js';
import { describe, isRecord, keepNumbers, readExactly, reasonOf, similarName } from '../../text/index.js';
import type { Call } from '../command.js';
import { fromStream, MOST_MEBIBYTES } from '../dispatch/stdin.js';
import { UserError } from '../io.js';
import { refuseOptions, textFlag } from './flags.js';

/** The options that are fields of an event. */
export const EVENT_FIELDS: readonly string[] = ['tool', 'input', 'response', 'prompt', 'session', 'field'];

export function defineEventFlags(command: Command): void {
  command
    .argument('[event]', 'the event, such as PreToolUse; without it a whole event is read from stdin')
    .option('--tool <name>', 'tool_name')
    .option('--input <json>', 'tool_input, as JSON')
    .option('--response <json>', 'tool_response, as JSON')
    .option('--prompt <text>', 'prompt')
    .option('--session <id>', 'session_id')
    .option(
      '--field <name=value>',
      'any other field; the value may be JSON (repeatable)',
      (value, list: string[] = []) => [...list, value],
    );
}

/** The event that the words say. */
export async function eventFrom(call: Call, projectDir: string): Promise<HookInput> {
  const [name] = call.args;
  if (name === undefined)
    refuseOptions(call.options, EVENT_FIELDS, 'is for an event that is named, such as PreToolUse');
  const raw = name === undefined ? await wholeEvent(call) : named(name, call);
  const usual = { session_id: 'command-line', cwd: projectDir };
  const parsed = parseInput(keepNumbers(raw, { ...raw, ...leftOut(raw, usual) }));
  if (!parsed.ok)
    throw new UserError(parsed.problems.map(({ message }) => message).join('; '), suchAs(name, projectDir));
  if (parsed.input.kind === 'unknown') throw unknownEvent(parsed.input.name);
  return parsed.input;
}

/** The event as it can be called, with every field that it needs. */
function suchAs(name: string | undefined, project: string): string {
  const row = name === undefined ? undefined : findEventRow(name);
  if (row === undefined) return 'See --help for the options.';
  const words = sampleWords(
    { event: row.name, matcher: null, condition: null },
    { project, home: project, rulesRoot: project },
  );
  return `Such as: \`amplifier-hooks run ${words}\``;
}

async function wholeEvent({ io }: Call): Promise<Record<string, unknown>> {
  const read = await fromStream(io);
  if (read === null || read.text.trim() === '') {
    throw new UserError(
      'no event',
      'Name one (`amplifier-hooks run PreToolUse --tool Bash` …), or send a whole event on stdin.',
    );
  }
  if (!read.whole) throw new UserError(`the event on stdin has more than ${MOST_MEBIBYTES} MiB`);
  const value = json(read.text.replace(/^\uFEFF/, ''), 'the event on stdin');
  if (!isRecord(value)) throw new UserError('the event on stdin is not a JSON object');
  return value;
}

function named(name: string, { options }: Call): Record<string, unknown> {
  const row = findEventRow(name);
  if (row === undefined) throw unknownEvent(name);
  const fields: Record<string, unknown> = { hook_event_name: row.name };
  const put = (key: string, value: unknown): void => {
    if (value !== null) fields[key] = value;
  };
  put('tool_name', textFlag(options, 'tool'));
  put('prompt', textFlag(options, 'prompt'));
  put('session_id', textFlag(options, 'session'));
  const [input, response] = [textFlag(options, 'input'), textFlag(options, 'response')];
  if (input !== null) fields['tool_input'] = toolInput(input, '--input');
  else if (row.tool) fields['tool_input'] = {};
  if (response !== null) fields['tool_response'] = json(response, '--response');
  const others = options['field'];
  for (const pair of Array.isArray(others) ? others : []) {
    const [, key, value] = /^([^=]+)=(.*)$/s.exec(String(pair)) ?? [];
    if (key === undefined || value === undefined)
      throw new UserError(`--field ${pair} is not a valid field; write --field name=value`);
    if (Object.hasOwn(fields, key) && !(key === 'tool_input' && input === null))
      throw new UserError(`${key} is given twice`, 'Leave one of them out.');
    fields[key] = key === 'tool_input' ? toolInput(value, '--field tool_input') : jsonOrText(value);
  }
  return fields;
}

/** Tools are called with named arguments. */
function toolInput(text: string, option: string): Record<string, unknown> {
  const value = json(text, option);
  if (isRecord(value)) return value;
  throw new UserError(
    `${option} is not a valid tool input: it must be a JSON object, but is ${describe(value)}`,
  );
}

function unknownEvent(name: string): UserError {
  const meant = similarName(name, EVENT_NAMES);
  const hint = meant === null ? `The events are: ${EVENT_NAMES.join(', ')}` : `Did you mean ${meant}?`;
  return new UserError(`there is no event "${name}"`, hint);
}

function json(text: string, what: string): unknown {
  try {
    return readExactly(text);
  } catch (error) {
    throw new UserError(`${what} is not valid JSON: ${reasonOf(error)}`);
  }
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, so it is meant as text.
    return text;
  }
}

export function eventNamed(name: string): EventName {
  const row = findEventRow(name);
  if (row !== undefined) return row.name;
  const meant = similarName(name, EVENT_NAMES);
  throw new UserError(
    `there is no event "${name}"`,
    meant === null ? `The events are: ${EVENT_NAMES.join(', ')}` : `Did you mean ${meant}?`,
  );
}
