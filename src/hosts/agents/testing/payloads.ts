// The payloads that hosts were recorded to send, one file a host; they lie beside the repository, where they are at hand.
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { parseInput } from '../../../events/index.js';
import { isRecord } from '../../../text/index.js';
import type { Agent, AgentRead, Fields, Payload } from '../agent.js';

export const HOME = '/home/user';
export const PROJECT = '/home/user/project';

export interface Recorded {
  /** The event and, where there is one, the tool. */
  readonly title: string;
  readonly payload: Payload;
}

export interface Recording {
  readonly payloads: readonly Recorded[];
  /** Why there are none; `null`: there are. */
  readonly missing: string | null;
}

/** What a host was recorded to send. `name` is that of the file, which may not be that of the host. */
export function recording(name: string): Recording {
  const file = fileURLToPath(
    new URL(`../../../../../shared/conformance/hosts/${name}.payloads.jsonl`, import.meta.url),
  );
  if (!existsSync(file))
    return { payloads: [], missing: `there is no recording ${name}.payloads.jsonl here` };
  const lines = readFileSync(file, 'utf8').split('\n');
  const payloads = lines.filter((line) => line.trim() !== '').map(recordedIn);
  return { payloads, missing: null };
}

function recordedIn(line: string): Recorded {
  const value: unknown = JSON.parse(line.replaceAll('@HOME@', HOME).replaceAll('@PROJECT@', PROJECT));
  if (!isRecord(value) || !isRecord(value['stdin'])) throw new Error(`not a recorded payload: ${line}`);
  const { event, tool, note, stdin } = value;
  const title = [event, tool, note].filter((part) => typeof part === 'string').join(' ');
  return { title, payload: payloadOf(stdin) };
}

/** These fields as a host sends them. */
export const payloadOf = (fields: Fields, changes: Partial<Payload> = {}): Payload => ({
  fields,
  event: null,
  cwd: PROJECT,
  env: {},
  ...changes,
});

/**
 * What of a payload hooks would not get to know; empty: nothing. An event that hooks cannot be attached to has nothing to lose.
 *
 * @param renamed fields that are told under another name or with another value
 */
export function lostOf(agent: Agent, payload: Payload, renamed: readonly string[] = []): readonly string[] {
  const read = agent.read(payload);
  if (read.kind === 'nothing') return [];
  if (read.kind === 'refused') return [read.why];
  const own = Object.entries(payload.fields).filter(([name]) => !CHANGED.includes(name));
  return [
    ...problemsOf(read.inputs),
    ...own.flatMap(([name, value]) =>
      renamed.includes(name) || read.inputs.every((input) => isTold(name, value, input[name]))
        ? []
        : [`${name} is lost`],
    ),
    ...leaves(payload.fields['tool_input']).flatMap((leaf) =>
      read.inputs.some((input) => leaves(input['tool_input']).some((known) => isSame(leaf, known)))
        ? []
        : [`${JSON.stringify(leaf)} of the input of the tool is lost`],
    ),
  ];
}

/** What a tool gave may be told in another form, in which all of it is. */
const isTold = (name: string, own: unknown, known: unknown): boolean =>
  isDeepStrictEqual(own, known) ||
  (name === 'tool_response' && partsOf(own).every((part) => partsOf(known).includes(part)));

/** Of a text that is JSON, what is in it. */
function partsOf(value: unknown): readonly unknown[] {
  try {
    return leaves(typeof value === 'string' ? JSON.parse(value) : value);
  } catch {
    return [value];
  }
}

/** What is always told in Claude Code's way. */
const CHANGED = ['hook_event_name', 'tool_name', 'tool_input'];

const problemsOf = (inputs: Extract<AgentRead, { kind: 'event' }>['inputs']): readonly string[] =>
  inputs.flatMap((input) => {
    const parsed = parseInput(input);
    if (!parsed.ok) return parsed.problems.map(({ message }) => message);
    return parsed.input.kind === 'known' ? [] : [`${parsed.input.name} is not known`];
  });

/** Texts, numbers and the like, however deep they lie. */
function leaves(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [value];
  return Object.values(value).flatMap(leaves);
}

/** A path may be told as an absolute one. */
const isSame = (own: unknown, known: unknown): boolean =>
  own === known || (typeof own === 'string' && !isAbsolute(own) && resolve(PROJECT, own) === known);
