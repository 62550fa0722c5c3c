// Tests of hooks in other agents: read and answered as those agents do.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AGENT_NAMES, type AgentName } from '../../host-names.js';
import { Folder } from '../../testing/index.js';
import { runTestFiles, type TestOutcome } from './index.js';

let folder: Folder;
beforeEach(() => {
  folder = new Folder();
});
afterEach(() => folder.remove());

/** What becomes of one test in an agent; each hook is a shell command, by event and matcher. */
async function outcome(
  agent: AgentName,
  hooks: Readonly<Record<string, string>>,
  test: Readonly<Record<string, unknown>>,
): Promise<TestOutcome> {
  const groups = Object.entries(hooks).map(([key, command]) => {
    const [event = '', matcher = '*'] = key.split(' ');
    return [event, [{ matcher, hooks: [{ type: 'command', command }] }]];
  });
  folder.write('guard/hooks.json', JSON.stringify({ hooks: Object.fromEntries(groups) }));
  const file = folder.write('guard/guard.hooktest.json', JSON.stringify({ title: 'it', ...test }));
  const results = await runTestFiles([file], { path: process.env['PATH'] ?? '', agents: [agent] });
  const [result] = results;
  if (result === undefined) throw new Error('there is no result');
  expect(result.agent).toBe(agent);
  return result.outcome;
}

const json = (fields: unknown): string => `echo '${JSON.stringify(fields)}'`;
const specific = (fields: Readonly<Record<string, unknown>>, event = 'PreToolUse'): string =>
  json({ hookSpecificOutput: { hookEventName: event, ...fields } });
const call = (tool: string, input: unknown) => ({
  hook_event_name: 'PreToolUse',
  tool_name: tool,
  tool_input: input,
});
const ls = call('Bash', { command: 'ls' });
const write = call('Write', { file_path: '@PROJECT@/.env', content: 'a=b' });

const OTHERS = AGENT_NAMES.filter((name) => name !== 'claude');

describe.each(OTHERS)('%s', (agent) => {
  it('a guard of commands by exit code 2 holds', async () => {
    const hooks = { 'PreToolUse Bash': 'grep -q ls && { echo never >&2; exit 2; }' };
    expect(await outcome(agent, hooks, { event: ls, expect: { permission: 'deny' } })).toMatchObject({
      kind: 'passed',
    });
  });

  it('a guard of files sees the file that is written', async () => {
    const hooks = {
      'PreToolUse Write|Edit': 'grep -q "file_path[^,]*\\.env" && { echo secrets >&2; exit 2; }; exit 0',
    };
    expect(
      await outcome(agent, hooks, { event: write, expect: { permission: 'deny', blocked: true } }),
    ).toMatchObject({ kind: 'passed' });
  });

  it('a test that fails in Claude Code fails here too', async () => {
    const found = await outcome(
      agent,
      { 'PreToolUse Bash': 'exit 0' },
      {
        event: ls,
        expect: { permission: 'deny' },
      },
    );
    expect(found).toMatchObject({ kind: 'failed', problems: [{ key: 'permission', got: null }] });
  });
});

const ASKS = {
  'PreToolUse Bash': specific({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' }),
};

describe('what an agent does otherwise', () => {
  it('on the safer side is a note', async () => {
    const found = await outcome('codex', ASKS, { event: ls, expect: { permission: 'ask' } });
    expect(found).toEqual({
      kind: 'passed',
      notes: [
        'Codex CLI: a question to the user of PreToolUse: the call is denied, because Codex runs what a hook wants asked',
      ],
    });
  });

  it('and does not do at all is a failure with its reason', async () => {
    const hooks = { 'PreToolUse Bash': specific({ additionalContext: 'mind this' }) };
    const test = { event: ls, expect: { context: ['mind this'] } };
    expect(await outcome('codex', hooks, test)).toEqual({ kind: 'passed', notes: [] });
    expect(await outcome('droid', hooks, test)).toMatchObject({
      kind: 'failed',
      problems: [
        {
          key: 'context',
          expected: ['mind this'],
          got: [],
          why: 'Factory droid: context of PreToolUse has no effect: droid drops context before a tool runs',
        },
      ],
    });
  });

  it('and nobody has measured is left out', async () => {
    const hooks = { SubagentStop: 'echo more >&2; exit 2' };
    const event = { hook_event_name: 'SubagentStop', agent_id: 'a', agent_type: 't' };
    expect(await outcome('codex', hooks, { event, expect: { continues: true } })).toEqual({
      kind: 'skipped',
      reason: 'a block of SubagentStop was not measured in Codex CLI',
    });
  });

  it('is told of agents that are known from documents only', async () => {
    const found = await outcome(
      'cursor',
      { 'PreToolUse Bash': 'exit 0' },
      {
        event: ls,
        expect: { permission: null },
      },
    );
    expect(found).toEqual({
      kind: 'passed',
      notes: ['Cursor was not measured: so its documents have it'],
    });
  });
});

describe('what an agent never tells', () => {
  it('an event: the hook never runs, which is a failure', async () => {
    const test = { event: 'Notification', expect: { fired: true } };
    expect(await outcome('codex', { Notification: 'true' }, test)).toMatchObject({
      kind: 'failed',
      problems: [{ kind: 'broke', message: 'Codex CLI has no event like Notification' }],
    });
  });

  it('a tool: there is nothing to guard', async () => {
    const test = { event: call('Grep', { pattern: 'x' }), expect: { fired: true } };
    expect(await outcome('codex', { 'PreToolUse Grep': 'true' }, test)).toEqual({
      kind: 'skipped',
      reason: 'Codex CLI has no tool that hooks know as "Grep"',
    });
  });
});

it('an agent that ends the turn itself does so after its rounds', async () => {
  const again = { event: 'Stop', expect: { continues: true } };
  const hooks = { Stop: 'echo more >&2; exit 2' };
  expect(await outcome('kimi-code', hooks, { steps: [again] })).toMatchObject({ kind: 'passed' });
  expect(await outcome('codex', hooks, { steps: [again, again] })).toMatchObject({ kind: 'passed' });
  expect(await outcome('kimi-code', hooks, { steps: [again, again] })).toMatchObject({
    kind: 'failed',
    problems: [{ step: 2, key: 'continues', got: false }],
  });
});

it('a rewritten input is what the tool runs with, or the call is denied', async () => {
  const hooks = {
    'PreToolUse Bash': specific({ permissionDecision: 'allow', updatedInput: { command: 'ls -a' } }),
  };
  const test = { event: ls, expect: { updatedInput: { command: 'ls -a' } } };
  expect(await outcome('gemini', hooks, test)).toMatchObject({ kind: 'passed', notes: [] });
  expect(await outcome('kimi-code', hooks, test)).toMatchObject({
    kind: 'passed',
    notes: [expect.stringContaining('the model told to make it with the new input')],
  });
});
