// MCP servers for mcp_tool hooks: whose definition counts.
import type { McpServer, McpServers } from '../../nouns.js';
import { jsonOf, quote, type TreeEntry } from '../../text/index.js';
import type { Judging } from '../judge.js';
import { voiceOf } from '../policy.js';
import type { ConfigRequest } from '../request.js';
import { readServer } from './server.js';
import { type ServerSource, ServerSources } from './sources.js';

type Env = Readonly<Record<string, string>>;

export interface McpQuestion {
  /** For variables in definitions. */
  readonly env: Env;
  /** Servers that the host itself defines, as in "mcpServers". They count before all others. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/**
 * Reads all definitions of MCP servers. Of two with the same name counts: the host's own, then `~/.amplifier/mcp.json`, what
 * `~/.claude.json` says for this project, what it says for all, and last the project's `.mcp.json`; in a profile where a project
 * may switch off the user's hooks, its servers come before those that the user has for all projects.
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
  return request.profile.projectDisablesUserHooks
    ? [...here, ...project, ...mine, ...everywhere]
    : [...mine, ...here, ...everywhere, ...project];
}

class Merge {
  readonly #request: ConfigRequest;
  readonly #env: Env;
  readonly #judging: Judging | null;
  readonly #servers = new Map<string, McpServer>();
  readonly #broken = new Map<string, string>();
  /** What is kept out stands in nobody's way. */
  readonly #off = new Map<string, string>();

  constructor(request: ConfigRequest, env: Env) {
    this.#request = request;
    this.#judging = request.judge?.(request) ?? null;
    // A host that is itself the hook of a plugin has these, and they mean another plugin.
    const { CLAUDE_PLUGIN_ROOT: _root, CLAUDE_PLUGIN_DATA: _data, ...rest } = env;
    this.#env = rest;
  }

  take(entry: TreeEntry, source: ServerSource): void {
    const { sheet, plugin, file } = source;
    const name = plugin === null ? entry.key : `plugin:${plugin.name}:${entry.key}`;
    const off = source.off ?? source.refused.get(entry.key) ?? this.#untrusted(name, entry, source);
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
    const env = this.#variables(pluginRoot, pluginData);
    const server = readServer(entry, { sheet, name, file, env, pluginRoot, pluginData });
    if ('unusable' in server) this.#broken.set(name, server.unusable);
    else this.#servers.set(name, server);
  }

  /** Why a server of the project waits for approval; `null`: it does not. */
  #untrusted(name: string, { value }: TreeEntry, { sheet, file, plugin }: ServerSource): string | null {
    if (this.#judging === null || file === null) return null;
    if (voiceOf(this.#request, sheet.source) !== 'project') return null;
    return this.#judging.server({
      name,
      definition: jsonOf(value),
      file,
      pluginRoot: plugin?.root ?? null,
    });
  }

  result(sources: ServerSources): McpServers {
    const lost = [...this.#off, ...this.#broken].filter(([name]) => !this.#servers.has(name));
    return { servers: this.#servers, unusable: new Map(lost), diagnostics: sources.diagnostics() };
  }

  #variables(pluginRoot: string | null, pluginData: string | null): Env {
    const { projectDir } = this.#request;
    return {
      ...this.#env,
      CLAUDE_PROJECT_DIR: projectDir,
      AMPLIFIER_PROJECT_DIR: projectDir,
      ...(pluginRoot === null ? {} : { CLAUDE_PLUGIN_ROOT: pluginRoot }),
      ...(pluginData === null ? {} : { CLAUDE_PLUGIN_DATA: pluginData }),
    };
  }
}
