// What a host fills in is what a hook would have read, byte for byte, or it is not filled in.
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { TestProject } from '../../engine/testing/project.js';
import { COMMON_FIELDS, eventRow, FIELD_ALIASES, renderStdin } from '../../events/index.js';
import type { EventData } from '../../kernel/index.js';
import { isRecord } from '../../text/index.js';
import { Asking } from './asking.js';
import { Family } from './family.js';
import { type Gapped, gapped, MARKED_TIME, marked } from './gaps.js';
import { toolFields } from './payload.js';
import { callIn } from './tool-calls.js';
import { isShownAsOne, knownCalls } from './tool-names.js';
import { Voice } from './voice.js';

const project = new TestProject();
afterAll(() => project.remove());

const about = { session: 's', parent: null, cwd: project.dir, transcript: '/t.jsonl' };
const family = new Family();
family.add(about);
const port = { show: () => undefined, steer: async () => ({ accepted: true, why: null }) };
const asking = new Asking(project.engine(), about, family, new Voice(port, true), null);

/** What a hook reads for such a call; `null`: hooks are not asked as usual. */
function readBy(data: EventData, at: number): string | null {
  const call = callIn(data);
  const [known, ...others] = knownCalls(call.native, call.input, about.cwd);
  if (others.length > 0) return null;
  try {
    const input = asking.input('PreToolUse', data, toolFields(call, known));
    const timestamp = new Date(at).toISOString();
    return Buffer.from(renderStdin(input, { bothSpellings: true, timestamp })).toString('utf8');
  } catch {
    return null;
  }
}

/** The gaps that are made after a call. */
function gapsAfter(data: EventData): Gapped | null {
  const stand = marked(data, 'c0ffee00-0000-4000-8000-000000000000');
  const text = stand === null ? null : readBy(stand.data, MARKED_TIME);
  return stand === null || text === null ? null : gapped(text, stand, callIn(data).native);
}

/** As a host does it. */
function filled({ pieces, gaps, names, same, reserved }: Gapped, data: EventData, at: number): string | null {
  if (JSON.stringify(Object.keys(data)) !== JSON.stringify(names)) return null;
  for (const [name, value] of Object.entries(data)) {
    if (Object.hasOwn(same, name)) {
      if (value !== same[name]) return null;
    } else if (name === 'tool_input' || name === 'input') {
      if (!isRecord(value) || reserved.some((one) => Object.hasOwn(value, one))) return null;
    } else if (typeof value !== 'string' || value === '') return null;
  }
  const texts = gaps.map((name) => JSON.stringify(name === '' ? new Date(at).toISOString() : data[name]));
  return pieces.map((piece, index) => piece + (texts[index] ?? '')).join('');
}

const TIME = '1970-01-01T00:00:00.000Z';
const words = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    TIME,
    `"${TIME}"`,
    `"timestamp":"${TIME}"`,
    'c0ffee00-0000-4000-8000-000000000000-1',
    '\ud800',
  ),
);
/** Names that the tools of the host, the events and JavaScript know, and others. */
const names = fc.oneof(
  fc.constantFrom(
    ...['command', 'file_path', 'path', 'content', 'timeout', 'old_string', 'description', 'url'],
    ...['', '__proto__', 'constructor', '1', TIME, 'timestamp'],
  ),
  fc.string(),
);
const input = fc.dictionary(names, fc.oneof(words, fc.jsonValue()), { maxKeys: 5 });
const fields = fc.constantFrom(
  ...Object.keys({ ...FIELD_ALIASES, ...COMMON_FIELDS, ...eventRow('PreToolUse').fields }),
  ...['timestamp', 'tool_use_id', 'parent_id'],
  ...['name', 'input', 'tool', 'result', 'error', 'hook_event_name', 'hookEventName', 'transcript_path'],
  ...['own', '', TIME, 'tool_response', 'prompt', 'agent_id', '__own'],
);
const scalar = fc.oneof(words, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const tools = fc.constantFrom('bash', 'write_file', 'read_file', 'edit_file', 'grep', 'own', 'mcp_git_log');
const call = (tool: fc.Arbitrary<string>) =>
  fc.tuple(tool, input, words, fc.dictionary(fields, scalar, { maxKeys: 4 })).map(
    ([tool_name, tool_input, tool_call_id, more]): EventData => ({
      tool_name,
      tool_input,
      tool_call_id,
      ...more,
    }),
  );

/** Another call of the same form: other words and another input, and now and then something else. */
const like = (data: EventData) =>
  fc
    .tuple(input, fc.array(words, { minLength: 30, maxLength: 30 }), fc.nat(9))
    .map(([tool_input, texts, odd]): EventData => {
      const free = (name: string) =>
        odd === 0 || ['tool_call_id', 'timestamp', 'own', 'tool_use_id', ''].includes(name);
      const entries = Object.entries(data).map(([name, value], at): [string, unknown] => {
        if (name === 'tool_input') return [name, tool_input];
        return [name, typeof value === 'string' && free(name) && name !== 'tool_name' ? texts[at] : value];
      });
      return Object.fromEntries(entries);
    });

const pairs = call(tools.filter(isShownAsOne)).chain((one) => fc.tuple(fc.constant(one), like(one)));

describe('what a host fills in', () => {
  it('is what the hook would have read, or the host does not fill it in', () => {
    let compared = 0;
    fc.assert(
      fc.property(pairs, fc.integer({ min: 1, max: 4e12 }), ([before, next], at) => {
        const gaps = gapsAfter(before);
        const text = gaps === null ? null : filled(gaps, next, at);
        if (text === null) return;
        compared += 1;
        expect(text).toBe(readBy(next, at));
      }),
      { numRuns: 2000 },
    );
    expect(compared).toBeGreaterThan(300);
  });

  it('is the input as it is, the id and the time', () => {
    const gaps = gapsAfter({ tool_name: 'bash', tool_input: { command: 'ls' }, tool_call_id: 'c1' });
    expect(gaps?.gaps).toEqual(expect.arrayContaining(['tool_input', 'tool_call_id', '']));
    expect(gaps?.names).toEqual(['tool_name', 'tool_input', 'tool_call_id']);
    expect(gaps?.same).toEqual({ tool_name: 'bash' });
    expect(gaps?.pieces).toHaveLength((gaps?.gaps.length ?? 0) + 1);
  });

  it.each<[string, EventData]>([
    ['a field without a name', { tool_name: 'bash', tool_input: {}, '': 'x' }],
    ['a field that is a list', { tool_name: 'bash', tool_input: {}, own: ['x'] }],
    ['the moment that stands for the time as a name', { tool_name: 'bash', tool_input: {}, [TIME]: 'x' }],
  ])('has no gaps for %s', (_title, data) => {
    expect(gapsAfter(data)).toBeNull();
  });

  it.each(['cwd', 'session_id', 'name', ...Object.keys(FIELD_ALIASES)])(
    'is asked about where %s differs',
    (name) => {
      const data = { tool_name: 'bash', tool_input: {}, tool_call_id: 'c', [name]: 'one' };
      const gaps = gapsAfter(data);
      expect(gaps?.same).toMatchObject({ [name]: 'one' });
    },
  );
});
