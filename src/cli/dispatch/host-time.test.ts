import { expect, it } from 'vitest';
import { type AgentName, agentNamed, type Payload } from '../../hosts/agents/index.js';
import { hostTimeOf } from './host-time.js';

const payload: Payload = { fields: {}, event: null, cwd: '/', env: {} };

it.each<readonly [AgentName, number]>([
  ['gemini', 60_000],
  ['copilot', 30_000],
  ['cline', 120_000],
])('%s waits %d ms for a hook that states no limit', async (name, ms) => {
  const agent = await agentNamed(name);
  if (agent === null) throw new Error(`${name} has no form of its own`);
  const speaker = { host: 'agent', agent, payload } as const;
  expect(hostTimeOf({ hostTimeoutMs: null }, speaker)).toBe(ms);
  expect(hostTimeOf({ hostTimeoutMs: 5 }, speaker)).toBe(5);
});

it('of Claude Code nobody knows what the entry states', () => {
  expect(hostTimeOf({ hostTimeoutMs: null }, { host: 'claude' })).toBeNull();
});
