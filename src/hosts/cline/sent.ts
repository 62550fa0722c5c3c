// An event as Cline tells it.
import type { Fields } from '../agents/agent.js';
import { given } from '../agents/answering.js';

export function shaped(fields: Fields, event: string): Fields {
  const {
    session_id: session,
    cwd,
    tool_name: name,
    tool_input: input,
    tool_response: output,
    ...more
  } = fields;
  const { error, hook_event_name: _, ...rest } = more;
  const call = { name, input, ...given('id', fields['tool_use_id']) };
  const result = error === undefined ? { success: true } : { success: false, result: error };
  return {
    ...rest,
    clineVersion: '',
    hookName: event,
    taskId: session,
    workspaceRoots: [cwd],
    ...(event === 'PreToolUse' ? { tool_call: call } : {}),
    ...(event === 'PostToolUse' ? { tool_result: { ...call, output }, postToolUse: result } : {}),
  };
}
