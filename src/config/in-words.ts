// What a hook runs, in one line for people.
import type { Handler } from '../nouns.js';

/** A command as written; for other types the type and what it is sent to. */
export function handlerInWords(handler: Handler): string {
  switch (handler.type) {
    case 'command':
      return [handler.command, ...(handler.args ?? [])].join(' ');
    case 'http':
      return `http ${handler.url}`;
    case 'mcp_tool':
      return `mcp_tool ${handler.server} ${handler.tool}`;
    case 'prompt':
    case 'agent':
      return `${handler.type} ${handler.prompt}`;
  }
}
