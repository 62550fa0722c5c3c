// Payloads that hosts were seen to send, and whether a reading of them loses anything.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isRecord } from '../../../text/index.js';
import type { AgentRead, Fields, Payload } from '../agent.js';

/** One payload of a recording. */
export interface Recorded {
  readonly event: string;
  readonly stdin: Fields;
}

const file = (host: string): string =>
  fileURLToPath(new URL(`../../../../../shared/conformance/hosts/${host}.payloads.jsonl`, import.meta.url));

/** Why tests over recordings are left out. */
export const NO_RECORDINGS = 'the recordings of hosts are not beside this repository';

/** What was recorded of a host; empty: the recordings are not here. */
export function recorded(host: string): readonly Recorded[] {
  if (!existsSync(file(host))) return [];
  return readFileSync(file(host), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Recorded => {
      const entry: unknown = JSON.parse(line);
      if (!isRecord(entry) || typeof entry['event'] !== 'string' || !isRecord(entry['stdin']))
        throw new Error(`not a recorded payload: ${line}`);
      return { event: entry['event'], stdin: entry['stdin'] };
    });
}

export const payloadOf = (fields: Fields, more: Partial<Payload> = {}): Payload => ({
  fields,
  event: null,
  cwd: '/project',
  env: {},
  ...more,
});

/** Paths of values that a host sent and that no input has, under whatever name. */
export function lost(sent: Fields, read: AgentRead): readonly string[] {
  if (read.kind !== 'event') return ['everything'];
  const there = new Set(read.inputs.flatMap((input) => leaves(input).map(([, value]) => value)));
  return leaves(sent)
    .filter(([, value]) => !there.has(value))
    .map(([path]) => path);
}

/** All that is not made of other values, with its path. Nothing is no value. */
function leaves(value: unknown, path = ''): readonly (readonly [string, unknown])[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [[path, value]];
  return Object.entries(value).flatMap(([name, part]) =>
    leaves(part, path === '' ? name : `${path}.${name}`),
  );
}
