// Agents that are connected, and what is wrong with that.
import { allHosts, type HostStatus, statusOf } from '../../connect/index.js';
import { type Check, type Finding, inArea } from '../../doctor/index.js';
import type { Call } from '../command.js';
import { needsOfHooks } from './own-hooks.js';
import { ownProgram } from './own-program.js';

const { pass, warn, fail } = inArea('connections');

/** Nothing of agents that are not connected. */
export const connectionsCheck =
  (call: Call): Check =>
  async ({ projectDir, home, env }) => {
    const wanted = { needs: needsOfHooks(call), program: ownProgram(call.io) };
    const found: Finding[] = [];
    for (const host of await allHosts())
      found.push(...findingsOf(await statusOf(host, { projectDir, home, env }, wanted)));
    return found;
  };

function findingsOf({ host, connections, findings }: HostStatus): readonly Finding[] {
  if (connections.length === 0) return [];
  const wrong = findings.flatMap(({ kind, message, fix, file, line }) => {
    if (kind === 'note') return [];
    return [(kind === 'off' ? fail : warn)(message, fix, { file, line })];
  });
  const places = connections.map(({ scope, state, trust, steps, place, line }) => {
    const again = `\`amplifier-hooks connect ${host.name} --scope ${scope}\``;
    if (state !== 'connected')
      return warn(`${host.title}: its connection is ${state}`, again, { file: place, line });
    if (trust === 'missing')
      return warn(`${host.title} does not trust our hooks`, steps.join(' '), { file: place, line });
    return pass(`${host.title} is connected`, { file: place, line });
  });
  return [...places, ...wrong];
}
