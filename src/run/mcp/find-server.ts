// Which server a hook means.
import type { Hook, McpServer, McpServers, McpToolHandler, Voice } from '../../nouns.js';
import type { Profile } from '../../profiles.js';
import { reaches } from '../../voices.js';

const MOST_NAMES = 40;

export type ServerLookup =
  | { readonly server: McpServer; readonly why: null }
  /** `known`: somebody defined it, but it cannot be used. */
  | { readonly server: null; readonly known: boolean; readonly why: string };

/** The server, or why there is none. */
export function findServer(
  handler: McpToolHandler,
  hook: Pick<Hook, 'source' | 'voice'>,
  { entries }: McpServers,
  profile: Profile,
): ServerLookup {
  const { owner, kind } = hook.source;
  // A plugin may call its own server by the name it gave it, and nobody else's of that name takes its place.
  const own =
    kind === 'plugin' && profile.configuration === 'lenient' ? [`plugin:${owner}:${handler.server}`] : [];
  const spelled = [...own, handler.server];
  // Of each name the first that the hook may call decides, also where it is of no use.
  const meant = spelled.flatMap(
    (name) => entries.find((entry) => entry.name === name && mayCall(hook.voice, entry.voice)) ?? [],
  );
  for (const entry of meant) if (entry.kind !== 'unusable') return { server: entry, why: null };
  const unusable = (why: string): ServerLookup => ({
    server: null,
    known: true,
    why: `the MCP server "${handler.server}" cannot be used: ${why}`,
  });
  for (const entry of meant) if (entry.kind === 'unusable') return unusable(entry.why);
  const weaker = entries.find(({ name }) => spelled.includes(name));
  if (weaker !== undefined) return unusable(tooWeak(weaker, hook.voice));
  const names = [...new Set(entries.filter((entry) => entry.kind !== 'unusable').map(({ name }) => name))];
  const known = names.length === 0 ? 'none is configured' : `configured are ${namesInWords(names)}`;
  return { server: null, known: false, why: `there is no MCP server "${handler.server}"; ${known}` };
}

/**
 * A hook calls servers of its own voice or of a stronger one: what a weaker one answers would decide for it. The user may name
 * the server of a plugin, which has the plugin's name in its own.
 */
const mayCall = (hook: Voice, server: Voice): boolean =>
  reaches(server, hook) || (hook === 'user' && server === 'plugin');

const OWNERS: Readonly<Record<Voice, string>> = {
  managed: 'the administrator',
  user: 'the user',
  plugin: 'a plugin',
  project: 'the project',
};

function tooWeak({ voice, file }: McpServers['entries'][number], hook: Voice): string {
  const where = file === null ? '' : ` (${file})`;
  const remedy = hook === 'managed' ? 'managed-mcp.json' : '~/.amplifier/mcp.json';
  return `the only one is a server of ${OWNERS[voice]}${where}, which cannot speak for a hook of ${OWNERS[hook]}; define it in ${remedy}`;
}

export function namesInWords(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => `"${name}"`);
  const more = names.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
