// Payloads of Gemini CLI of which a test says only what matters to it.
import type { Fields, Payload } from '../../agents/agent.js';
import { PROJECT, payloadOf } from '../../agents/testing/payloads.js';

export const payload = (event: string, fields: Fields = {}): Payload =>
  payloadOf({ session_id: 's1', cwd: PROJECT, hook_event_name: event, ...fields });

export const shell = {
  tool_name: 'run_shell_command',
  tool_input: { command: 'ls', description: 'look' },
};
