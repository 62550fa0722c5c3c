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

/** A tool of Amplifier: its own name, the name hooks know, and input fields that hooks know under another name. */
export interface NativeTool {
  readonly native: string;
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
}

const native = (own: string, name: string, fields: Readonly<Record<string, string>> = {}): NativeTool => ({
  native: own,
  name,
  fields,
});

/** Amplifier's tools under the names that hooks are written for. */
export const NATIVE_TOOLS: readonly NativeTool[] = [
  native('bash', 'Bash'),
  native('read_file', 'Read'),
  native('write_file', 'Write'),
  native('edit_file', 'Edit'),
  native('apply_patch', 'Edit'),
  native('grep', 'Grep'),
  native('glob', 'Glob'),
  native('web_fetch', 'WebFetch'),
  native('web_search', 'WebSearch'),
  native('delegate', 'Agent', { agent: 'subagent_type', instruction: 'prompt' }),
  native('task', 'Agent', { agent: 'subagent_type', instruction: 'prompt' }),
  native('todo', 'TodoWrite'),
  native('load_skill', 'Skill', { skill_name: 'skill' }),
];

/** Names under which Amplifier's own spelling selects a tool: `write_file` for Write, every reading of `mcp_a_b`. */
export function nativeToolAliases(name: string): readonly string[] {
  if (name.startsWith('mcp_') && !isMcpTool(name)) return mcpReadings(name.slice('mcp_'.length));
  return NATIVE_TOOLS.filter((tool) => tool.name === name).map((tool) => tool.native);
}

/** Amplifier joins server and tool with one underscore, so where the server's name ends is not known. */
function mcpReadings(rest: string): readonly string[] {
  const parts = rest.split('_');
  return parts.slice(1).map((_, index) => {
    const [server, tool] = [parts.slice(0, index + 1), parts.slice(index + 1)];
    return `mcp__${server.join('_')}__${tool.join('_')}`;
  });
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
