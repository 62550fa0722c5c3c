// Which server a hook means.
import type { Hook, McpServer, McpServers, McpToolHandler } from '../../nouns.js';
import type { Profile } from '../../profiles.js';

const MOST_NAMES = 40;

export type Found =
  | { readonly server: McpServer }
  /** `known`: somebody defined it, but it cannot be used. */
  | { readonly server: null; readonly known: boolean; readonly why: string };

/** The server, or why there is none. */
export function findServer(
  handler: McpToolHandler,
  hook: Pick<Hook, 'source'>,
  { servers, unusable }: McpServers,
  profile: Profile,
): Found {
  const { owner, kind } = hook.source;
  // A plugin may call its own server by the name it gave it.
  const own =
    kind === 'plugin' && profile.configuration === 'lenient' ? [`plugin:${owner}:${handler.server}`] : [];
  // Its own comes first: nobody else's of that name takes its place.
  const names = [...own, handler.server];
  for (const name of names) {
    const server = servers.get(name);
    if (server !== undefined) return { server };
  }
  const why = names.map((name) => unusable.get(name)).find((reason) => reason !== undefined);
  if (why !== undefined)
    return { server: null, known: true, why: `the MCP server "${handler.server}" cannot be used: ${why}` };
  const known =
    servers.size === 0 ? 'none is configured' : `configured are ${namesInWords([...servers.keys()])}`;
  return { server: null, known: false, why: `there is no MCP server "${handler.server}"; ${known}` };
}

export function namesInWords(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => `"${name}"`);
  const more = names.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
