// The MCP servers that hooks can call, and how to name them to people.

import { loadMcpServers, variablesOf } from '../config/mcp/index.js';
import type { Generation, Hook, McpServer, McpServers, McpToolHandler, Voice } from '../nouns.js';
import { variablesFor } from '../run/index.js';
import { shellWord, urlOf, withoutSecret } from '../text/index.js';
import type { Settled } from './options.js';

export interface KnownServers {
  /** As they are used. */
  readonly usable: McpServers;
  /** The same with variables as they are written: what is filled in may be a secret. */
  readonly written: McpServers;
}

export function knownServers(
  { request, env, profile, mcpServers: extra }: Pick<Settled, 'request' | 'env' | 'profile' | 'mcpServers'>,
  { env: layers, http }: Pick<Generation, 'env' | 'http'>,
): KnownServers {
  const { allowedEnvVars } = http;
  const whole = (voice: Voice) => ({ ...env, ...variablesFor(voice, layers, profile) });
  return {
    usable: loadMcpServers(request, { env: whole, extra, allowedEnvVars }),
    written: loadMcpServers(request, { env: null, extra }),
  };
}

/** A server for people: variables by their names, and nothing that may be a secret. */
export interface ServerInWords {
  readonly name: string;
  /** `null`: an option of the host. */
  readonly file: string | null;
  readonly line: number | null;
  /** The program with its arguments, or the address. */
  readonly reached: string;
  /** What it is given beside that: `NAME=value` of its environment, `Name: value` of its headers. */
  readonly given: readonly string[];
  /** Variables of the host that are filled in. */
  readonly variables: readonly string[];
}

export function serverInWords(server: McpServer, { written }: KnownServers): ServerInWords {
  const { name, voice, file, line } = server;
  const same = written.entries.find((one) => one.name === name && one.voice === voice && one.file === file);
  return inWords({ name, file, line }, same === undefined || same.kind === 'unusable' ? server : same);
}

function inWords(place: Pick<ServerInWords, 'name' | 'file' | 'line'>, written: McpServer): ServerInWords {
  const pairs = Object.entries(written.kind === 'stdio' ? written.env : written.headers);
  const texts = written.kind === 'stdio' ? [written.command, ...written.args] : [written.url];
  const between = written.kind === 'stdio' ? '=' : ': ';
  const values = pairs.map(([, value]) => value);
  return {
    ...place,
    reached: written.kind === 'stdio' ? texts.map(wordOf).join(' ') : addressOf(written.url),
    given: pairs.map(([name, value]) => `${name}${between}${withoutSecret(name, value)}`),
    variables: [...new Set([...texts, ...values].flatMap(variablesOf))].filter((name) => !OURS.test(name)),
  };
}

/** Says where things are, and is no secret. */
const OURS = /^(?:CLAUDE|AMPLIFIER)_(?:PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA)$/;

/** As a shell would need it, but for variables, which no shell fills in here. */
const wordOf = (word: string): string => (/^[\w@%+=:,./${}-]+$/.test(word) ? word : shellWord(word));

/** Without name, password and query. */
function addressOf(written: string): string {
  const read = urlOf(written);
  const query = written.includes('?') ? '?…' : '';
  if (read !== null)
    return (
      `${read.origin}${read.pathname}`.replace(
        /\$%7B([^%/?#]*)%7D/gi,
        (_whole, name: string) => `\${${name}}`,
      ) + query
    );
  // A host that is a variable.
  return written.replace(/[?#].*$/s, '').replace(/^([a-z+.-]*:\/\/)[^/]*@/i, '$1') + query;
}

/** What a hook calls, or why that cannot be said. */
export async function calledServer(
  hook: Hook,
  handler: McpToolHandler,
  servers: KnownServers,
  profile: Settled['profile'],
): Promise<ServerInWords | { readonly why: string }> {
  const { findServer } = await import('../run/mcp/index.js');
  const found = findServer(handler, hook, servers.usable, profile);
  if (found.server !== null) return serverInWords(found.server, servers);
  // One that lacks a variable here is shown all the same.
  const { server } = findServer(handler, hook, servers.written, profile);
  return server === null ? { why: found.why } : serverInWords(server, servers);
}

/** In one line: what runs, and the variables it gets. */
export const serverLine = ({ reached, given, variables }: ServerInWords): string =>
  [
    reached,
    ...(given.length === 0 ? [] : [`with ${given.join(', ')}`]),
    ...(variables.length === 0 ? [] : [`gets ${variables.map((name) => `$${name}`).join(', ')}`]),
  ].join('; ');
