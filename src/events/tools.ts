// Tool names: the ones known by name, and former names that still select the tool of today.

/** Built-in tools of the hosts whose hook format this is. */
export const KNOWN_TOOLS: readonly string[] = [
  'Agent',
  'AskUserQuestion',
  'Bash',
  'BashOutput',
  'Edit',
  'ExitPlanMode',
  'Glob',
  'Grep',
  'ListAgents',
  'ListMcpResourcesTool',
  'MultiEdit',
  'NotebookEdit',
  'NotebookRead',
  'PowerShell',
  'Read',
  'ReadMcpResourceDirTool',
  'ReadMcpResourceTool',
  'SendUserMessage',
  'Skill',
  'SlashCommand',
  'TaskCreate',
  'TaskStop',
  'TaskUpdate',
  'TodoWrite',
  'WebFetch',
  'WebSearch',
  'Write',
];

/** Former name → the name of today. */
export const LEGACY_TOOL_NAMES: Readonly<Record<string, string>> = {
  Task: 'Agent',
  KillShell: 'TaskStop',
  KillBash: 'TaskStop',
  ListPeers: 'ListAgents',
  Brief: 'SendUserMessage',
  ListMcpResources: 'ListMcpResourcesTool',
  ReadMcpResource: 'ReadMcpResourceTool',
  ReadMcpResourceDir: 'ReadMcpResourceDirTool',
};

/** A tool of Amplifier: its own name, the name hooks know, and how its input differs. */
export interface NativeTool {
  readonly native: string;
  readonly name: string;
  /** Input fields that hooks know under another name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Numbers that hooks know in another unit: theirs is so many times the tool's own. */
  readonly units: Readonly<Record<string, number>>;
  /** Fields with the path of a file, which hooks know as an absolute one. */
  readonly paths: readonly string[];
  /** Further names that hooks may select it by. */
  readonly also: readonly string[];
}

const native = (
  own: string,
  name: string,
  differs: Partial<Omit<NativeTool, 'native' | 'name'>> = {},
): NativeTool => ({ native: own, name, fields: {}, units: {}, paths: [], also: [], ...differs });

const OF_A_FILE = { paths: ['file_path'] };
const DELEGATED = { fields: { agent: 'subagent_type', instruction: 'prompt' } };

/** Amplifier's tools under the names that hooks are written for. */
export const NATIVE_TOOLS: readonly NativeTool[] = [
  native('bash', 'Bash', { units: { timeout: 1000 } }),
  native('read_file', 'Read', OF_A_FILE),
  native('write_file', 'Write', OF_A_FILE),
  native('edit_file', 'Edit', { ...OF_A_FILE, also: ['MultiEdit'] }),
  native('apply_patch', 'Edit'),
  native('apply_patch', 'Write'),
  native('grep', 'Grep'),
  native('glob', 'Glob'),
  native('web_fetch', 'WebFetch'),
  native('web_search', 'WebSearch'),
  native('delegate', 'Agent', DELEGATED),
  native('task', 'Agent', DELEGATED),
  native('todo', 'TodoWrite'),
  native('load_skill', 'Skill', { fields: { skill_name: 'skill' } }),
];

/** Names under which Amplifier's own spelling selects a tool: `write_file` for Write, `mcp_a_b` and every reading of it for `mcp__a__b`. */
export function nativeToolAliases(name: string): readonly string[] {
  if (name.startsWith('mcp_')) return mcpNames(name);
  return NATIVE_TOOLS.filter((tool) => tool.name === name).flatMap((tool) => [tool.native, ...tool.also]);
}

/**
 * The name hooks know for `mcp_server_tool`. Amplifier joins the two with one underscore, so where the server's name
 * ends is not known; most have no underscore, and every other reading selects too.
 */
export function mcpToolName(native: string): string {
  if (isMcpTool(native)) return native;
  const [, server = '', tool = ''] = /^mcp_([^_]+)_(.+)$/.exec(native) ?? [];
  return server === '' ? native : `mcp__${server}__${tool}`;
}

function mcpNames(name: string): readonly string[] {
  const rest = name.replace(/^mcp__?/, '');
  const parts = rest.replace('__', '_').split('_');
  const readings = parts.slice(1).map((_, index) => {
    const [server, tool] = [parts.slice(0, index + 1), parts.slice(index + 1)];
    return `mcp__${server.join('_')}__${tool.join('_')}`;
  });
  return [`mcp_${parts.join('_')}`, ...readings].filter((other) => other !== name);
}

/** The name of today for a possibly former tool name. */
export function canonicalToolName(name: string): string {
  return Object.hasOwn(LEGACY_TOOL_NAMES, name) ? (LEGACY_TOOL_NAMES[name] ?? name) : name;
}

/** All names that select a tool: its own, then its former ones. */
export function toolNamesFor(name: string): readonly string[] {
  const former = Object.keys(LEGACY_TOOL_NAMES).filter((old) => LEGACY_TOOL_NAMES[old] === name);
  return [name, ...former];
}

/** Whether a tool name is one of an MCP server. */
export const isMcpTool = (name: string): boolean => name.startsWith('mcp__');
