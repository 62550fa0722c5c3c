// The door to other agents: who they are, and which of them sent a payload. Each is loaded when it is first asked for.
import type { Agent, AgentFacts, AgentName, Payload } from './agent.js';
import type { Reads } from './heard.js';

export { AGENT_NAMES, type AgentName } from '../../host-names.js';
export type {
  Ability,
  Agent,
  AgentAnswer,
  AgentEvent,
  AgentFacts,
  AgentRead,
  Fields,
  Judged,
  Payload,
  Way,
} from './agent.js';
export { abilityInWords } from './answering.js';
export type { Heard, Printed, Reads } from './heard.js';
export { type EventInWords, type HostInWords, inWords } from './in-words.js';
export { type Sent, sentBy } from './sent.js';
export type { AgentSettings, SettingsForm } from './settings.js';
export { formInWords, matcherInWords, settingsInWords, timeoutInWords } from './settings-in-words.js';
export { type Stranger, strangerOf } from './strangers.js';
export type { AgentTool } from './tools.js';

/** One entry an agent. Claude Code is missing: its form is the one that hooks are written in. */
const AGENTS: Readonly<Record<Exclude<AgentName, 'claude'>, () => Promise<Agent>>> = {
  codex: async () => (await import('../codex/index.js')).codex,
  copilot: async () => (await import('../copilot/index.js')).copilot,
  gemini: async () => (await import('../gemini/index.js')).gemini,
  qwen: async () => (await import('../qwen/index.js')).qwen,
  'kimi-code': async () => (await import('../kimi-code/index.js')).kimiCode,
  droid: async () => (await import('../droid/index.js')).droid,
  cline: async () => (await import('../cline/index.js')).cline,
  opencode: async () => (await import('../opencode/index.js')).opencode,
  cursor: async () => (await import('../cursor/index.js')).cursor,
  vscode: async () => (await import('../vscode/index.js')).vscode,
};

/** How each reads an answer: for who wants to know what would come of one. */
const READERS: Readonly<Record<Exclude<AgentName, 'claude'>, () => Promise<Reads>>> = {
  codex: async () => (await import('../codex/reads.js')).reads,
  copilot: async () => (await import('../copilot/reads.js')).reads,
  gemini: async () => (await import('../gemini/reads.js')).reads,
  qwen: async () => (await import('../qwen/reads.js')).reads,
  'kimi-code': async () => (await import('../kimi-code/reads.js')).reads,
  droid: async () => (await import('../droid/reads.js')).reads,
  cline: async () => (await import('../cline/reads.js')).reads,
  opencode: async () => (await import('../opencode/reads.js')).reads,
  cursor: async () => (await import('../cursor/reads.js')).reads,
  vscode: async () => (await import('../vscode/reads.js')).reads,
};

/** The model of an agent's reading; `null`: it is Claude Code itself. */
export const readerNamed = async (name: AgentName): Promise<Reads | null> =>
  name === 'claude' ? null : READERS[name]();

/** The agent of a name; `null`: there is none but the form of Claude Code. */
export const agentNamed = async (name: AgentName): Promise<Agent | null> =>
  name === 'claude' ? null : AGENTS[name]();

/** The facts of a name, Claude Code's too. */
export async function factsOf(name: AgentName): Promise<AgentFacts> {
  return (await agentNamed(name))?.facts ?? (await import('../claude/facts.js')).CLAUDE;
}

export const allAgents = (): Promise<readonly Agent[]> =>
  Promise.all(Object.values(AGENTS).map((load) => load()));

/** Who sent a payload, as far as it can be told. */
export type Recognised =
  | { readonly kind: 'one'; readonly agent: Agent }
  /** Nothing says that it is another than Claude Code. */
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly names: readonly [AgentName, ...AgentName[]] };

/**
 * What only one agent sends counts more than the environment, which programs inherit that it starts: an agent in the shell of another
 * one has the variables of both.
 */
export async function recognise(payload: Payload, by: 'payload' | 'everything'): Promise<Recognised> {
  const agents = await allAgents();
  const bySigns = (env: Payload['env']): readonly Agent[] =>
    agents.filter((agent) => agent.recognise({ ...payload, env }));
  const sure = bySigns({});
  if (sure.length > 0 || by === 'payload') return oneOf(sure, []);
  return oneOf(bySigns(payload.env), payload.env['CLAUDECODE'] === undefined ? [] : ['claude']);
}

function oneOf(found: readonly Agent[], others: readonly AgentName[]): Recognised {
  const [agent] = found;
  if (agent === undefined) return { kind: 'none' };
  if (found.length + others.length === 1) return { kind: 'one', agent };
  const [first, ...rest] = [...others, ...found.map(({ facts }) => facts.name)];
  return { kind: 'several', names: [first ?? agent.facts.name, ...rest] };
}
