// An event as the documents of Cursor have it.
import type { Fields } from '../agents/agent.js';
import { given } from '../agents/answering.js';

export function shaped(fields: Fields): Fields {
  const { session_id: conversation_id, tool_response: response, error, ...more } = fields;
  return {
    ...more,
    conversation_id,
    ...(response === undefined ? {} : { tool_output: JSON.stringify(response) }),
    ...given('error_message', error),
  };
}
