import { describe, expect, it } from 'vitest';
import type { Payload } from '../agents/agent.js';
import { payloadOf, recording } from '../agents/testing/payloads.js';
import { lostValues } from '../agents/testing/values.js';
import { copilot } from './index.js';
import { camel, cwd, families, pascal, ran } from './testing/events.js';

const inputsOf = (payload: Payload) => {
  const read = copilot.read(payload);
  return read.kind === 'event' ? read.inputs : read;
};

describe('what Copilot sends', () => {
  const { payloads, missing } = recording('copilot');
  it.skipIf(missing !== null)('is what was recorded', () => expect(payloads.length).toBeGreaterThan(20));
  it.each(payloads)('$title is read without loss, and recognised', ({ title, payload }) => {
    expect(lostValues(copilot, payload)).toEqual([]);
    const read = copilot.read(payload);
    // The title begins with the name of the event, which half of the payloads do not say.
    const name = title.split(' ')[0];
    const row = copilot.facts.events.find(({ theirs, also }) => theirs === name || also === name);
    expect(row).toBeDefined();
    expect(read.kind === 'event' ? read.event : null).toBe(row?.ours);
    const env = { COPILOT_CLI: '1', COPILOT_HOOK_DIR: '/hooks' };
    expect(copilot.recognise({ ...payload, env })).toBe(true);
  });

  it('is not what other agents send that it started', () => {
    const env = { COPILOT_CLI: '1' };
    for (const host of ['cline', 'codex', 'droid', 'gemini-cli', 'kimi-code', 'opencode', 'qwen-code']) {
      const taken = recording(host).payloads.filter(({ payload }) => copilot.recognise({ ...payload, env }));
      expect(taken).toEqual([]);
    }
    const plain = { hook_event_name: 'Stop', session_id: 's1', transcript_path: '/t.jsonl', timestamp: 'T' };
    expect(copilot.recognise(payloadOf(plain, { env }))).toBe(false);
  });

  it.each(families)('has the names that hooks know (%s)', (family) => {
    const write = { path: 'a.txt', file_text: 'x' };
    const payload =
      family === 'Pascal'
        ? pascal('PreToolUse', { tool_name: 'Write', tool_input: write })
        : camel({ toolName: 'create', toolArgs: write });
    expect(inputsOf(payload)).toMatchObject([
      {
        hook_event_name: 'PreToolUse',
        session_id: 's1',
        tool_name: 'Write',
        tool_input: { file_path: `${cwd}/a.txt`, content: 'x' },
      },
    ]);
  });

  it('has its results where hooks look for them', () => {
    const known = { stdout: 'a', stderr: '', interrupted: false, result_type: 'success' };
    expect(inputsOf(ran)).toMatchObject([{ tool_response: known }]);
    const toolResult = { resultType: 'success', textResultForLlm: 'a' };
    expect(inputsOf(camel({ toolName: 'bash', toolArgs: {}, toolResult }))).toMatchObject([
      { hook_event_name: 'PostToolUse', tool_response: known },
    ]);
  });

  it('has values that matchers know, and beside them its own', () => {
    expect(inputsOf(pascal('SessionStart', { source: 'new' }))).toMatchObject([
      { source: 'startup', native_source: 'new' },
    ]);
    expect(inputsOf(camel({ reason: 'user_exit' }))).toMatchObject([
      { hook_event_name: 'SessionEnd', reason: 'prompt_input_exit', native_reason: 'user_exit' },
    ]);
  });

  it('has the end of an agent that another one started once', () => {
    const agent = { agentId: 'a1', agentType: 'explore', parentAgentId: 's1', stopReason: 'end_turn' };
    expect(copilot.read(camel(agent))).toEqual({ kind: 'nothing' });
    const ended = camel({ ...agent, agentName: 'explore', response: 'done' });
    expect(inputsOf(ended)).toMatchObject([
      {
        hook_event_name: 'SubagentStop',
        agent_id: 'a1',
        agent_type: 'explore',
        last_assistant_message: 'done',
      },
    ]);
    // Also where it is configured as SubagentStart it comes without its name.
    const started = camel({
      agentName: 'explore',
      agent_id: 'a1',
      agent_type: 'explore',
      parent_agent_id: 's1',
    });
    expect(inputsOf(started)).toMatchObject([{ hook_event_name: 'SubagentStart', agent_type: 'explore' }]);
    expect([lostValues(copilot, ended), lostValues(copilot, started)]).toEqual([[], []]);
  });

  it('is the event that the command line names, where nothing else says', () => {
    expect(copilot.read(camel({}))).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('--event'),
    });
    expect(copilot.read(camel({}, 'agentStop'))).toMatchObject({ kind: 'event', event: 'Stop' });
    expect(copilot.read(camel({}, 'Stop'))).toMatchObject({ kind: 'event', event: 'Stop' });
    expect(copilot.read(camel({}, 'errorOccurred'))).toEqual({ kind: 'nothing' });
  });

  it('a field that a tool does not read hides none that it does', () => {
    const input = { path: '/etc/passwd', file_text: 'x', file_path: '/tmp/x', content: 'y' };
    expect(inputsOf(pascal('PreToolUse', { tool_name: 'Write', tool_input: input }))).toMatchObject([
      { tool_input: { file_path: '/etc/passwd', content: 'x' } },
    ]);
  });
});

describe('a patch', () => {
  const text = '*** Begin Patch\n*** Add File: n.txt\n+x\n*** Delete File: o.txt\n*** End Patch';
  const files = [
    { tool_name: 'Write', tool_input: { file_path: `${cwd}/n.txt` } },
    { tool_name: 'Edit', tool_input: { file_path: `${cwd}/o.txt` } },
  ];
  it.each<[string, Payload]>([
    ['of a field', camel({ toolName: 'apply_patch', toolArgs: { input: text } })],
    ['of any field', camel({ toolName: 'apply_patch', toolArgs: { patch: text } })],
    ['as a bare text', camel({ toolName: 'apply_patch', toolArgs: text })],
    ['in JSON', camel({ toolName: 'apply_patch', toolArgs: JSON.stringify({ input: text }) })],
    ['as a bare text of an edit', pascal('PreToolUse', { tool_name: 'Edit', tool_input: text })],
    [
      'with indented heads',
      pascal('PreToolUse', { tool_name: 'Edit', tool_input: text.replaceAll('\n***', '\n  ***') }),
    ],
    ['under the name of an edit', pascal('PreToolUse', { tool_name: 'Edit', tool_input: { input: text } })],
  ])('%s is one question a file', (_, payload) => {
    expect(inputsOf(payload)).toMatchObject(files);
  });

  it('is not hidden by a path beside it, nor made by the text of an edit', () => {
    const both = { path: 'harmless.txt', input: text };
    expect(inputsOf(pascal('PreToolUse', { tool_name: 'Edit', tool_input: both }))).toMatchObject([
      ...files,
      { tool_name: 'Edit', tool_input: { file_path: `${cwd}/harmless.txt` } },
    ]);
    const edit = { path: 'real.txt', old_str: '', new_str: text };
    expect(inputsOf(pascal('PreToolUse', { tool_name: 'Edit', tool_input: edit }))).toMatchObject([
      { tool_input: { file_path: `${cwd}/real.txt` } },
    ]);
  });
});
