import { describe, expect, it } from 'vitest';
import { parseInput } from '../../events/index.js';
import { fromAmplifier } from './native-events.js';

const cwd = '/project';

describe('an Amplifier event on its own', () => {
  it.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'a tool call under the name hooks know',
      'tool:pre',
      {
        tool_name: 'write_file',
        tool_input: { file_path: '/a', content: 'x' },
        tool_call_id: 'c1',
        parent_id: null,
      },
      {
        hook_event_name: 'PreToolUse',
        tool_name: 'Write',
        amplifier_tool_name: 'write_file',
        tool_use_id: 'c1',
      },
    ],
    [
      'inputs under the names hooks know',
      'tool:pre',
      { tool_name: 'delegate', tool_input: { agent: 'explorer', instruction: 'look' } },
      { tool_name: 'Agent', tool_input: { subagent_type: 'explorer', prompt: 'look' } },
    ],
    [
      'a tool of an MCP server',
      'tool:pre',
      { tool_name: 'mcp_a_b', tool_input: {} },
      { tool_name: 'mcp__a__b', amplifier_tool_name: 'mcp_a_b' },
    ],
    [
      'a result',
      'tool:post',
      { tool_name: 'bash', tool_input: {}, result: { success: true, output: { stdout: 'x' } } },
      { hook_event_name: 'PostToolUse', tool_response: { stdout: 'x' } },
    ],
    [
      'a call under the names of the older loops',
      'tool:post',
      { name: 'bash', input: { command: 'ls', timeout: 5 }, tool_result: 'x' },
      { tool_name: 'Bash', tool_input: { command: 'ls', timeout: 5000 }, tool_response: 'x' },
    ],
    [
      'arguments as the text the model wrote',
      'tool:pre',
      { tool_name: 'bash', tool_input: '{"command":"ls"}' },
      { tool_input: { command: 'ls' } },
    ],
    [
      'a result that is the text of a result',
      'tool:post',
      { tool_name: 'bash', tool_input: {}, result: '{"success":true,"output":{"stdout":"x"}}' },
      { tool_response: { stdout: 'x' } },
    ],
    [
      'a result as Python prints it',
      'tool:post',
      { tool_name: 'bash', tool_input: {}, result: "success=True output={'stdout': 'x'} error=None" },
      { tool_response: "success=True output={'stdout': 'x'} error=None" },
    ],
    [
      'a failure as Python prints it',
      'tool:post',
      { tool_name: 'bash', tool_input: {}, result: "success=False output=None error={'message': 'E'}" },
      { hook_event_name: 'PostToolUseFailure', error: expect.stringContaining("'E'") },
    ],
    [
      'a failed model call',
      'provider:error',
      { provider: 'p', error: { type: 'RateLimitError', msg: 'slow down' }, retryable: true },
      { hook_event_name: 'StopFailure', error: 'rate_limit', error_details: 'slow down' },
    ],
    [
      'the status of a failed model call',
      'provider:error',
      { provider: 'p', error: { type: 'LLMError', msg: 'x' }, status_code: 529 },
      { error: 'overloaded' },
    ],
    [
      'a turn that failed',
      'orchestrator:complete',
      { status: 'error' },
      { hook_event_name: 'StopFailure', error: 'unknown' },
    ],
    [
      'a field of another kind than hooks know',
      'tool:pre',
      { tool_name: 'bash', tool_input: {}, effort: 'high', timestamp: 7 },
      { tool_name: 'Bash' },
    ],
    [
      'a result that arrives as text',
      'tool:post',
      { tool_name: 'bash', tool_input: {}, result: 'text' },
      { hook_event_name: 'PostToolUse', tool_response: 'text' },
    ],
    [
      'a failed tool',
      'tool:post',
      {
        tool_name: 'bash',
        tool_input: {},
        result: { success: false, output: null, error: { message: 'E' } },
      },
      { hook_event_name: 'PostToolUseFailure', error: 'E' },
    ],
    [
      'a tool error without input',
      'tool:error',
      { tool_name: 'bash', error: { type: 'X', msg: 'E' } },
      { hook_event_name: 'PostToolUseFailure', tool_input: {}, error: 'E' },
    ],
    ['a start', 'session:start', { session_id: 's' }, { hook_event_name: 'SessionStart', source: 'startup' }],
    [
      'a resumption',
      'session:resume',
      { session_id: 's' },
      { hook_event_name: 'SessionStart', source: 'resume' },
    ],
    ['an end', 'session:end', { session_id: 's' }, { hook_event_name: 'SessionEnd', reason: 'other' }],
    ['a prompt', 'prompt:submit', { prompt: 'p' }, { hook_event_name: 'UserPromptSubmit', prompt: 'p', cwd }],
    ['the end of a turn', 'orchestrator:complete', {}, { hook_event_name: 'Stop' }],
    [
      'the end of a sub-session’s turn',
      'orchestrator:complete',
      { session_id: 'p-1_explorer', parent_id: 'p' },
      { hook_event_name: 'SubagentStop', agent_id: 'p-1_explorer', agent_type: 'explorer' },
    ],
    [
      'a spawned agent',
      'delegate:agent_spawned',
      { session_id: 'p', agent: 'explorer', sub_session_id: 'c' },
      { hook_event_name: 'SubagentStart', agent_id: 'c', agent_type: 'explorer' },
    ],
    ['a compaction', 'context:compaction', {}, { hook_event_name: 'PostCompact', trigger: 'auto' }],
  ])('%s', (_, event, data, expected) => {
    const raw = fromAmplifier(event, data, cwd);
    expect(raw).toMatchObject(expected);
    expect(parseInput(raw).ok).toBe(true);
  });

  it.each([
    ['an event without counterpart', 'content_block:start', {}],
    ['a prompt of a sub-session', 'prompt:submit', { prompt: 'p', parent_id: 'p' }],
    ['the start of a sub-session', 'session:start', { parent_id: 'p' }],
  ])('%s is not an event for hooks', (_, event, data) => {
    expect(fromAmplifier(event, data, cwd)).toBeNull();
  });
});
