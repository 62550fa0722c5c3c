// What a hook calls and is given beyond what names it, for people: one line each, variables by name, nothing that may be a secret.
import type { Generation, Hook, HttpHandler } from '../nouns.js';
import { withoutSecret } from '../text/index.js';
import { calledServer, type KnownServers, knownServers, type ServerInWords } from './mcp-servers.js';
import type { Settled } from './options.js';

export interface Details {
  readonly lines: readonly string[];
  /** The file that defines the MCP server. */
  readonly file: string | null;
}

const NONE: Details = { lines: [], file: null };

/** Details of hooks of one generation; files that define servers are read once, and only for a hook that calls one. */
export function hookDetails(
  settled: Pick<Settled, 'request' | 'env' | 'mcpServers' | 'profile'>,
  generation: Pick<Generation, 'env' | 'http'>,
): (hook: Hook) => Promise<Details> {
  let servers: KnownServers | null = null;
  return async (hook) => {
    const { handler } = hook;
    if (handler.type === 'http') return { lines: headerLines(handler), file: null };
    if (handler.type !== 'mcp_tool') return NONE;
    servers ??= knownServers(settled, generation);
    const called = await calledServer(hook, handler, servers, settled.profile);
    if ('why' in called) return { lines: [called.why], file: null };
    return { lines: serverLines(called), file: called.file };
  };
}

const headerLines = ({ headers, allowedEnvVars }: HttpHandler): readonly string[] => [
  ...Object.entries(headers).map(([name, value]) => `header ${name}: ${withoutSecret(name, value)}`),
  ...variableLine('sends', allowedEnvVars),
];

const serverLines = ({ name, reached, given, variables }: ServerInWords): readonly string[] => [
  `server ${name}: ${reached}`,
  ...given.map((one) => `with ${one}`),
  ...variableLine('gets', variables),
];

const variableLine = (verb: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`${verb} ${names.map((name) => `$${name}`).join(', ')}`];
