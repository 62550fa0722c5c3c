// A host as it is connected: where it is told of hooks, and for which of its events.
import { EVENT_NAMES, type EventName, eventRow } from '../events/index.js';
import type { AgentName } from '../host-names.js';
import { type AgentSettings, agentNamed, allAgents } from '../hosts/agents/index.js';
import { CLAUDE_SETTINGS } from '../hosts/settings/index.js';

export interface HostEvent {
  /** As the host spells it. */
  readonly theirs: string;
  readonly ours: EventName;
}

export interface ConnectedHost {
  readonly name: AgentName;
  readonly title: string;
  /** It was seen at work; what is known of others is from their documents. */
  readonly isMeasured: boolean;
  readonly settings: AgentSettings;
  /** Those that hooks can hear, each once. */
  readonly events: readonly HostEvent[];
  /** What it calls its shell. */
  readonly shellTool: string;
}

const CLAUDE: ConnectedHost = {
  name: 'claude',
  title: 'Claude Code',
  isMeasured: true,
  settings: CLAUDE_SETTINGS,
  events: EVENT_NAMES.map((name) => ({ theirs: name, ours: name })),
  shellTool: 'Bash',
};

type Facts = Awaited<ReturnType<typeof allAgents>>[number]['facts'];

function hostOf({ name, title, measured, settings, events, tools }: Facts): ConnectedHost {
  const heard = new Map<string, HostEvent>();
  for (const { theirs, ours, toldBy } of events) {
    if (ours === null || toldBy !== undefined || heard.has(theirs)) continue;
    heard.set(theirs, { theirs, ours });
  }
  const shellTool = tools.find((tool) => tool.name === 'Bash')?.native ?? 'Bash';
  return { name, title, isMeasured: measured !== null, settings, events: [...heard.values()], shellTool };
}

export async function hostNamed(name: AgentName): Promise<ConnectedHost> {
  const agent = await agentNamed(name);
  return agent === null ? CLAUDE : hostOf(agent.facts);
}

/** In the order of documents. */
export const allHosts = async (): Promise<readonly ConnectedHost[]> => [
  CLAUDE,
  ...(await allAgents()).map(({ facts }) => hostOf(facts)),
];

/** Hooks of the event are chosen by the name of a tool. */
export const isAboutTools = ({ ours }: HostEvent): boolean => eventRow(ours).matcher === 'tool_name';

/** Hooks of the event say whether something is permitted. */
export const isGate = ({ ours }: HostEvent): boolean => eventRow(ours).permission;
