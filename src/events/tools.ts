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
