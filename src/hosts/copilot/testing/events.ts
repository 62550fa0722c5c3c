// Events as Copilot sends them, in both families of payloads.
import type { Fields, Payload } from '../../agents/agent.js';
import { PROJECT, payloadOf } from '../../agents/testing/payloads.js';
import type { Family } from '../reads.js';

export const cwd = PROJECT;
export const pascal = (name: string, fields: Fields = {}): Payload =>
  payloadOf({
    hook_event_name: name,
    session_id: 's1',
    timestamp: '2026-11-15T11:41:46.059Z',
    cwd,
    ...fields,
  });
export const camel = (fields: Fields, event: string | null = null): Payload =>
  payloadOf({ sessionId: 's1', timestamp: 1794742910762, cwd, ...fields }, { event });

export const bash: Readonly<Record<Family, Payload>> = {
  Pascal: pascal('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } }),
  camel: camel({ toolName: 'bash', toolArgs: { command: 'ls' } }),
};
export const request = camel({
  hookName: 'permissionRequest',
  toolName: 'bash',
  toolInput: { command: 'ls' },
});
export const ran = pascal('PostToolUse', {
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_result: { result_type: 'success', text_result_for_llm: 'a' },
});
export const prompt = pascal('UserPromptSubmit', { prompt: 'hi' });
export const stop = pascal('Stop', { stop_hook_active: false });
export const families: readonly Family[] = ['Pascal', 'camel'];
