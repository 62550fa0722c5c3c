// Which agents are named although they are not supported, and that nobody is taken for one of them.
import { describe, expect, it } from 'vitest';
import type { Fields } from './agent.js';
import { STRANGER_NAMES, strangerOf } from './strangers.js';
import { NO_RECORDINGS, payloadOf, recorded } from './testing/recorded.js';

const command = { command: 'ls' };

/** Payloads as the documents of these agents have them. */
const PAYLOADS: readonly (readonly [string, Fields])[] = [
  [
    'windsurf',
    { agent_action_name: 'pre_run_command', trajectory_id: 't', tool_info: { command_line: 'ls' } },
  ],
  ['antigravity', { conversationId: 'c', toolCall: { name: 'run_command', args: { CommandLine: 'ls' } } }],
  ['openhands', { event_type: 'PreToolUse', tool_name: 'terminal', tool_input: command, working_dir: '/p' }],
  ['goose', { event: 'PreToolUse', session_id: 's', working_dir: '/p', tool_name: 'shell' }],
  ['crush', { event: 'PreToolUse', session_id: 's', cwd: '/p', tool_name: 'bash', tool_input: command }],
  [
    'grok',
    { hookEventName: 'pre_tool_use', sessionId: 's', toolName: 'run_terminal_cmd', toolInput: command },
  ],
  ['kiro', { hook_event_name: 'agentSpawn', cwd: '/p' }],
  ['kiro', { hook_event_name: 'preToolUse', cwd: '/p', tool_name: 'execute_bash', tool_input: command }],
  [
    'kiro',
    { hook_event_name: 'PostToolUse', session_id: 's', tool_name: 'execute_bash', tool_input: command },
  ],
  ['kimi-cli', { hook_event_name: 'PreToolUse', tool_name: 'Shell', tool_input: command, tool_call_id: 'c' }],
  [
    'devin',
    { hook_event_name: 'PreToolUse', tool_name: 'exec', tool_input: { command: 'ls', shell_id: 'main' } },
  ],
];

it.each(PAYLOADS)('%s: %j', (name, fields) => {
  expect(strangerOf(payloadOf(fields))).toMatchObject({ name });
});

it('each of them is tried', () => {
  expect(new Set(PAYLOADS.map(([name]) => name))).toEqual(new Set(STRANGER_NAMES));
});

it.each<readonly [string, Fields]>([
  ['Claude Code', { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: command }],
  ['Amplifier', { event: 'tool:pre', data: { tool_name: 'bash' } }],
  ['Cursor', { hook_event_name: 'preToolUse', conversation_id: 'c', tool_name: 'Shell' }],
  ['VS Code', { hookEventName: 'PreToolUse', sessionId: 's', tool_name: 'run_in_terminal' }],
  ['nobody', {}],
])('%s is none of them', (_, fields) => {
  expect(strangerOf(payloadOf(fields))).toBeNull();
});

const supported = ['cline', 'codex', 'copilot', 'droid', 'gemini-cli', 'kimi-code', 'opencode', 'qwen-code'];
describe.skipIf(recorded('codex').length === 0)(`recorded payloads (left out where ${NO_RECORDINGS})`, () => {
  it.each(supported)('of %s are not taken for one of them', (host) => {
    const taken = recorded(host).filter(({ stdin }) => strangerOf(payloadOf(stdin)) !== null);
    expect(taken).toEqual([]);
  });

  it('of Kimi CLI are, where they are about one of its tools', () => {
    const calls = recorded('kimi-cli').filter(({ stdin }) => 'tool_name' in stdin);
    const names = new Set(calls.map(({ stdin }) => strangerOf(payloadOf(stdin))?.name));
    expect(calls.length).toBeGreaterThan(0);
    expect(names).toEqual(new Set(['kimi-cli']));
  });
});
