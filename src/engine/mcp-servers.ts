// The MCP servers that hooks can call, and how to name them to people.

import { loadMcpServers } from '../config/mcp/index.js';
import type { Generation, McpServer, McpServers, Voice } from '../nouns.js';
import { variablesFor } from '../run/index.js';
import type { Settled } from './options.js';

export interface KnownServers {
  /** As they are used. */
  readonly usable: McpServers;
  /** The same with variables as they are written: what is filled in may be a secret. */
  readonly written: McpServers;
}

export function knownServers(
  { request, env, profile, mcpServers: extra }: Pick<Settled, 'request' | 'env' | 'profile' | 'mcpServers'>,
  generation: Pick<Generation, 'env'>,
): KnownServers {
  const whole = (voice: Voice) => ({ ...env, ...variablesFor(voice, generation.env, profile) });
  const names = (voice: Voice) =>
    Object.fromEntries(Object.keys(whole(voice)).map((name) => [name, `\${${name}}`]));
  return {
    usable: loadMcpServers(request, { env: whole, extra }),
    written: loadMcpServers(request, { env: names, extra }),
  };
}

/** How a server is started, or where it is. */
export function serverInWords({ name }: McpServer, { usable, written }: KnownServers): string {
  const server = written.servers.get(name) ?? usable.servers.get(name);
  if (server === undefined) return name;
  if (server.kind === 'stdio') return [server.command, ...server.args].join(' ');
  const { origin, pathname } = new URL(server.url);
  return `${origin}${pathname}`;
}
