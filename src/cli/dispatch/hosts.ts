// Who may be said to ask.
import { AGENT_NAMES, type AgentName } from '../../host-names.js';

export type Host = 'auto' | 'amplifier' | AgentName;

export const HOSTS: readonly Host[] = ['auto', 'amplifier', ...AGENT_NAMES];
