// An event as our plugin inside of opencode tells it.
import type { Fields } from '../agents/agent.js';
import { responseText } from '../agents/response.js';

export function shaped(fields: Fields, event: string): Fields {
  const { session_id: sessionID, agent_id: agent, agent_type: type, cwd } = fields;
  const { tool_name: tool, tool_input: args } = fields;
  const whole = (input: Fields, output: Fields = {}): Fields => ({
    opencode_hook: event,
    directory: cwd,
    // The session of a subagent knows who started it.
    ...(agent === undefined ? {} : { parentID: sessionID, agent: type }),
    input,
    output,
  });
  const call = { sessionID: agent ?? sessionID, tool, callID: fields['tool_use_id'] ?? 'call' };
  switch (event) {
    case 'tool.execute.before':
      return whole(call, { args });
    case 'tool.execute.after': {
      const { error, tool_response: response } = fields;
      const text = error === undefined ? responseText(response ?? '') : String(error);
      return whole({ ...call, args }, { output: text, metadata: { exit: error === undefined ? 0 : 1 } });
    }
    case 'chat.message':
      return whole({ sessionID }, { parts: [{ type: 'text', text: fields['prompt'] }] });
    default:
      return whole(event.startsWith('event:') ? { event: notice(fields, event) } : { sessionID });
  }
}

/** What opencode only tells; a session that an agent started knows who started it. */
function notice(
  { session_id: sessionID, agent_id: agent, agent_type: type, error }: Fields,
  event: string,
): Fields {
  const info = agent === undefined ? { id: sessionID } : { id: agent, parentID: sessionID, agent: type };
  return { type: event.slice('event:'.length), properties: { sessionID: agent ?? sessionID, info, error } };
}
