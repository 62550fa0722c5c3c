// What a hook runs, in one line for people.
import type { Handler } from '../nouns.js';
import { urlOf } from '../text/index.js';

/** A command as written; for other types the type and what it is sent to. */
export function handlerInWords(handler: Handler): string {
  switch (handler.type) {
    case 'command':
      return [handler.command, ...(handler.args ?? [])].join(' ');
    case 'http':
      return `http ${addressInWords(handler.url)}`;
    case 'mcp_tool':
      return `mcp_tool ${handler.server}/${handler.tool}`;
    case 'prompt':
    case 'agent':
      return `${handler.type}: ${handler.prompt}`;
  }
}

/** Without what may be a secret: name, password and query. */
function addressInWords(url: string): string {
  const read = urlOf(url);
  if (read === null) return 'an address that cannot be read';
  const { origin, pathname, search } = read;
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}
