// MCP servers for mcp_tool hooks: whose definition counts.
import type { McpServers, McpUnusable, Voice, VoicedList } from '../../nouns.js';
import { jsonOf, quote, type TreeEntry } from '../../text/index.js';
import { reaches, whyWithheld } from '../../voices.js';
import { followed } from '../hook-policy.js';
import type { Judging } from '../judge.js';
import { managedTrust } from '../load.js';
import type { ConfigRequest } from '../request.js';
import { readServer } from './server.js';
import { type ServerSource, ServerSources } from './sources.js';

export { variablesOf } from './server.js';

type Env = Readonly<Record<string, string>>;

export interface McpQuestion {
  /** For variables in definitions, by whose word a definition is; `null`: they are given as they are written, for people to read. */
  readonly env: ((voice: Voice) => Env) | null;
  /** `httpHookAllowedEnvVars` of the settings: what a project is granted. */
  readonly allowedEnvVars?: readonly VoicedList[];
  /** Servers that the host itself defines, as in "mcpServers". They count before all others. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/**
 * Reads all definitions of MCP servers, in the order in which they count: the host's own, the administrator's,
 * `~/.amplifier/mcp.json`, what `~/.claude.json` says for this project, what it says for all, and last the project's `.mcp.json`;
 * in a profile where a project may switch off the user's hooks, its servers come before those that the user has for all
 * projects, but for its own hooks alone.
 */
export function loadMcpServers(
  request: ConfigRequest,
  { env, extra = {}, allowedEnvVars = [] }: McpQuestion,
): McpServers {
  const sources = new ServerSources(request);
  const merged = new Merge(request, env, allowedEnvVars);
  const all = [
    ...sources.extra(extra),
    ...sources.managed(),
    ...inOrder(request, sources),
    ...sources.plugins(),
  ];
  for (const source of all) {
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

type Entry = McpServers['entries'][number];

class Merge {
  readonly #request: ConfigRequest;
  readonly #env: McpQuestion['env'];
  readonly #granted: readonly VoicedList[];
  readonly #judging: Judging | null;
  readonly #entries: Entry[] = [];
  /** What is kept out stands in nobody's way. */
  readonly #off: McpUnusable[] = [];

  constructor(request: ConfigRequest, env: McpQuestion['env'], granted: readonly VoicedList[]) {
    this.#request = request;
    this.#env = env;
    this.#granted = granted;
    const follow = request.judge === null ? null : followed(request, managedTrust(request));
    this.#judging = follow === null ? null : (request.judge?.(request, follow) ?? null);
  }

  take(entry: TreeEntry, source: ServerSource): void {
    const { sheet, plugin, file, voice } = source;
    const name = plugin === null ? entry.key : `plugin:${plugin.name}:${entry.key}`;
    const off = source.off ?? source.refused.get(entry.key) ?? this.#untrusted(name, entry, source);
    const unusable = (why: string): McpUnusable => ({ kind: 'unusable', name, voice, file, line: null, why });
    if (off !== null) {
      sheet.report('mcp-server-off', entry.at, `The MCP server ${quote(name)} is not used: ${off}`);
      this.#off.push(unusable(off));
      return;
    }
    // Whoever may call this one may call a stronger one that comes before it, and would.
    const before = this.#entries.find((one) => one.name === name && reaches(one.voice, voice));
    if (before !== undefined) {
      const where = before.kind === 'unusable' ? '' : `, that of ${before.file ?? 'the host'}`;
      sheet.report('mcp-server-hidden', entry.at, `Another MCP server ${quote(name)} counts${where}`);
      return;
    }
    const [pluginRoot, pluginData] = [plugin?.root ?? null, plugin?.data ?? null];
    const env = this.#env === null ? null : this.#variables(this.#env(voice), pluginRoot, pluginData);
    const server = readServer(entry, {
      sheet,
      name,
      file,
      voice,
      env,
      withheld: (variable) => this.#withheld(variable, source),
      pluginRoot,
      pluginData,
    });
    this.#entries.push('unusable' in server ? unusable(server.unusable) : server);
  }

  /** Why a server of the project waits for approval; `null`: it does not. */
  #untrusted(name: string, { value }: TreeEntry, { voice, file, plugin }: ServerSource): string | null {
    if (this.#judging === null || file === null || voice !== 'project') return null;
    return this.#judging.server({
      name,
      definition: jsonOf(value),
      file,
      pluginRoot: plugin?.root ?? null,
    });
  }

  result(sources: ServerSources): McpServers {
    return { entries: [...this.#entries, ...this.#off], diagnostics: sources.diagnostics() };
  }

  /** What the engine itself says about a place is no secret of the user's. */
  #withheld(variable: string, { voice }: ServerSource): boolean {
    if (voice !== 'project' || PLACES.has(variable)) return false;
    return whyWithheld(variable, voice, this.#granted, this.#request.profile) !== null;
  }

  #variables(whole: Env, pluginRoot: string | null, pluginData: string | null): Env {
    const { projectDir } = this.#request;
    // A host that is itself the hook of a plugin has these, and they mean another plugin.
    const { CLAUDE_PLUGIN_ROOT: _root, CLAUDE_PLUGIN_DATA: _data, ...rest } = whole;
    return {
      ...rest,
      CLAUDE_PROJECT_DIR: projectDir,
      AMPLIFIER_PROJECT_DIR: projectDir,
      ...(pluginRoot === null ? {} : { CLAUDE_PLUGIN_ROOT: pluginRoot }),
      ...(pluginData === null ? {} : { CLAUDE_PLUGIN_DATA: pluginData }),
    };
  }
}

const PLACES: ReadonlySet<string> = new Set([
  'CLAUDE_PROJECT_DIR',
  'AMPLIFIER_PROJECT_DIR',
  'CLAUDE_PLUGIN_ROOT',
  'CLAUDE_PLUGIN_DATA',
]);
