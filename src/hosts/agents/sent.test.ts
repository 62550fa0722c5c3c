// Events that are made up as an agent would tell them are read as what they were.
import { describe, expect, it } from 'vitest';
import type { EventName } from '../../events/index.js';
import type { Fields } from './agent.js';
import { AGENT_NAMES, agentNamed, sentBy } from './index.js';

const NAMES = AGENT_NAMES.filter((name) => name !== 'claude');
const place = { cwd: '/project', env: {} };
const common = { session_id: 's', cwd: '/project' };
const bash = { tool_name: 'Bash', tool_input: { command: 'ls -l' } };
const write = { tool_name: 'Write', tool_input: { file_path: '/project/a.txt', content: 'one\ntwo' } };
const edit = {
  tool_name: 'Edit',
  tool_input: { file_path: '/project/a.txt', old_string: 'one', new_string: 'two' },
};
const EVENTS: readonly (readonly [EventName, Fields])[] = [
  ['PreToolUse', bash],
  ['PreToolUse', write],
  ['PreToolUse', edit],
  ['PostToolUse', { ...bash, tool_response: { stdout: 'out', stderr: '' } }],
  ['PostToolUseFailure', { ...bash, error: 'it failed' }],
  ['UserPromptSubmit', { prompt: 'do it' }],
  ['SessionStart', { source: 'startup' }],
  ['Stop', { stop_hook_active: false }],
  ['SubagentStop', { agent_id: 'a', agent_type: 't', stop_hook_active: false }],
];

async function again(name: (typeof NAMES)[number], event: EventName, fields: Fields) {
  const agent = await agentNamed(name);
  if (agent === null) throw new Error(`${name} is no agent`);
  const has = agent.facts.events.some(({ ours, toldBy }) => ours === event && toldBy === undefined);
  const sent = await sentBy(agent, event, { ...common, ...fields, hook_event_name: event }, place);
  return { agent, has, sent };
}

describe.each(NAMES)('%s', (name) => {
  it.each(EVENTS)('%s %j', async (event, fields) => {
    const { agent, has, sent } = await again(name, event, fields);
    if (!has)
      return expect(sent).toEqual({ kind: 'never', lacks: 'event', why: expect.stringContaining(event) });
    if (sent.kind !== 'sent') throw new Error(sent.why);
    const read = agent.read(sent.payload);
    if (read.kind !== 'event') throw new Error(`read as ${read.kind}`);
    expect(read.event).toBe(event);
    const [input] = read.inputs;
    expect(input).toMatchObject({ session_id: 's', ...('prompt' in fields ? { prompt: 'do it' } : {}) });
    if (!('tool_name' in fields)) return expect(read.inputs).toHaveLength(1);
    expect(input['tool_name']).toBe(fields['tool_name']);
    // A patch is of whole lines.
    const ends = (value: unknown): unknown => (typeof value === 'string' ? value.trimEnd() : value);
    const known = Object.entries(Object(input['tool_input'])).map(([key, value]) => [key, ends(value)]);
    expect(Object.fromEntries(known)).toMatchObject(fields['tool_input'] ?? {});
    if (event === 'PostToolUse') expect(JSON.stringify(input['tool_response'])).toContain('out');
    if (event === 'PostToolUseFailure') expect(input['error']).toContain('it failed');
    expect(read.inputs).toHaveLength(1);
  });

  it('says that a tool does not exist', async () => {
    const { sent } = await again(name, 'PreToolUse', { tool_name: 'Brew', tool_input: {} });
    expect(sent).toEqual({ kind: 'never', lacks: 'tool', why: expect.stringContaining('"Brew"') });
  });
});
