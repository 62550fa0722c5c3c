// The names of the agents that a command line may say: reading it takes no more than these.

/** All agents whose hooks we can be, in the order of documents. */
export const AGENT_NAMES = [
  'claude',
  'codex',
  'copilot',
  'gemini',
  'qwen',
  'kimi-code',
  'droid',
  'cline',
  'opencode',
  'cursor',
  'vscode',
] as const;

export type AgentName = (typeof AGENT_NAMES)[number];
