// Whether a reading keeps every value of a payload, under whatever name.
import { isAbsolute, resolve } from 'node:path';
import { parseInput } from '../../../events/index.js';
import type { Agent, Payload } from '../agent.js';
import { objectIn } from '../heard.js';
import { PROJECT } from './payloads.js';

/** What of a payload hooks would not get to know, and what of it the engine would refuse; empty: nothing. */
export function lostValues(agent: Agent, payload: Payload): readonly string[] {
  const read = agent.read(payload);
  // An event that hooks cannot be attached to has nothing to lose.
  if (read.kind === 'nothing') return [];
  if (read.kind === 'refused') return [read.why];
  const known = read.inputs.flatMap((input) => values(input));
  return [
    ...read.inputs.flatMap((input) => {
      const parsed = parseInput(input);
      return parsed.ok ? [] : parsed.problems.map(({ message }) => message);
    }),
    ...values(payload.fields).flatMap(([path, own]) =>
      NAMES.includes(path) || known.some(([, value]) => isSame(own, value)) ? [] : [`${path} is lost`],
    ),
  ];
}

/** Names of events and tools are told as Claude Code has them. */
const NAMES = ['hook_event_name', 'hookName', 'tool_name', 'toolName'];

type Value = string | number | boolean;

/** A text that is an object in JSON counts as what it says. */
function values(value: unknown, path = ''): readonly (readonly [string, Value])[] {
  const inner = typeof value === 'string' && value.startsWith('{') ? objectIn(value) : null;
  const whole = inner ?? value;
  if (typeof whole === 'string' || typeof whole === 'number' || typeof whole === 'boolean')
    return [[path, whole]];
  if (typeof whole !== 'object' || whole === null) return [];
  return Object.entries(whole).flatMap(([name, part]) =>
    values(part, path === '' ? name : `${path}.${name}`),
  );
}

/** A path may be told as an absolute one, a moment as text, seconds as milliseconds. */
const isSame = (own: Value, known: Value): boolean =>
  own === known ||
  (typeof own === 'string' && !isAbsolute(own) && resolve(PROJECT, own) === known) ||
  (typeof own === 'number' && (own * 1000 === known || (own > 1e12 && moment(own) === known)));

const moment = (ms: number): string => new Date(ms).toISOString();
