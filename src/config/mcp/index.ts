// MCP servers for mcp_tool hooks: whose definition counts.
import type { McpServer, McpServers, Voice } from '../../nouns.js';
import { quote, type TreeEntry } from '../../text/index.js';
import { voiceOf } from '../policy.js';
import type { ConfigRequest } from '../request.js';
import { readServer } from './server.js';
import { type ServerSource, ServerSources } from './sources.js';

type Env = Readonly<Record<string, string>>;

export interface McpQuestion {
  /** For variables in definitions, by whose word a definition is. */
  readonly env: (voice: Voice) => Env;
  /** Servers that the host itself defines, as in "mcpServers". They count before all others. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/**
 * Reads all definitions of MCP servers. Of two with the same name counts: the host's own, then `~/.amplifier/mcp.json`, what
 * `~/.claude.json` says for this project, what it says for all, and last the project's `.mcp.json`. In the real program the
 * project's comes before what the user has for all projects; here a hook of the user never gets an answer of another server
 * because a project uses its name.
 */
export function loadMcpServers(request: ConfigRequest, { env, extra = {} }: McpQuestion): McpServers {
  const sources = new ServerSources(request);
  const merged = new Merge(request, env);
  for (const source of [...sources.extra(extra), ...inOrder(request, sources), ...sources.plugins()]) {
    // Of two with the same key in one file the last one counts, as in JSON.
    for (const entry of new Map(source.entries.map((one) => [one.key, one])).values())
      merged.take(entry, source);
  }
  return merged.result(sources);
}

function inOrder(request: ConfigRequest, sources: ServerSources): readonly ServerSource[] {
  const mine = sources.mine();
  const [here, everywhere] = sources.claude();
  const project = sources.project();
  return request.profile.configuration === 'as-observed'
    ? [...here, ...mine, ...everywhere, ...project]
    : [...mine, ...here, ...everywhere, ...project];
}

class Merge {
  readonly #request: ConfigRequest;
  readonly #env: McpQuestion['env'];
  readonly #servers = new Map<string, McpServer>();
  readonly #broken = new Map<string, string>();
  /** What is kept out stands in nobody's way. */
  readonly #off = new Map<string, string>();

  constructor(request: ConfigRequest, env: McpQuestion['env']) {
    this.#request = request;
    this.#env = env;
  }

  take(entry: TreeEntry, source: ServerSource): void {
    const { sheet, plugin, file } = source;
    const name = plugin === null ? entry.key : `plugin:${plugin.name}:${entry.key}`;
    const off = source.off ?? source.refused.get(entry.key) ?? null;
    if (off !== null) {
      sheet.report('mcp-server-off', entry.at, `The MCP server ${quote(name)} is not used: ${off}`);
      this.#off.set(name, off);
      return;
    }
    const taken = this.#servers.get(name);
    if (taken !== undefined || this.#broken.has(name)) {
      const where = taken === undefined ? '' : `, that of ${taken.file ?? 'the host'}`;
      sheet.report('mcp-server-hidden', entry.at, `Another MCP server ${quote(name)} counts${where}`);
      return;
    }
    const [pluginRoot, pluginData] = [plugin?.root ?? null, plugin?.data ?? null];
    const voice = voiceOf(this.#request, sheet.source);
    const env = this.#variables(voice, pluginRoot, pluginData);
    const server = readServer(entry, { sheet, name, file, voice, env, pluginRoot, pluginData });
    if ('unusable' in server) this.#broken.set(name, server.unusable);
    else this.#servers.set(name, server);
  }

  result(sources: ServerSources): McpServers {
    const lost = [...this.#off, ...this.#broken].filter(([name]) => !this.#servers.has(name));
    return { servers: this.#servers, unusable: new Map(lost), diagnostics: sources.diagnostics() };
  }

  #variables(voice: Voice, pluginRoot: string | null, pluginData: string | null): Env {
    const { projectDir } = this.#request;
    // A host that is itself the hook of a plugin has these, and they mean another plugin.
    const { CLAUDE_PLUGIN_ROOT: _root, CLAUDE_PLUGIN_DATA: _data, ...rest } = this.#env(voice);
    return {
      ...rest,
      CLAUDE_PROJECT_DIR: projectDir,
      AMPLIFIER_PROJECT_DIR: projectDir,
      ...(pluginRoot === null ? {} : { CLAUDE_PLUGIN_ROOT: pluginRoot }),
      ...(pluginData === null ? {} : { CLAUDE_PLUGIN_DATA: pluginData }),
    };
  }
}
