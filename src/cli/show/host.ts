// What hooks must know of another agent, for a person.
import type { EventInWords, HostInWords } from '../../hosts/agents/index.js';
import { type Screen, wrap } from './screen.js';

/** All of it, or only what concerns one event. */
export function showHost(host: HostInWords, event: string | null, screen: Screen): readonly string[] {
  const events = host.events.filter(
    ({ theirs, ours }) => event === null || ours === event || theirs === event,
  );
  const tools = host.tools.map(([native, known, remark]) => `  ${native} is ${known} for hooks${remark}`);
  return [
    `${screen.bold(host.title)}. ${host.measured}`,
    '',
    ...events.flatMap((one) => showEvent(one, screen)),
    ...(event !== null || tools.length === 0 ? [] : ['', screen.bold('tools'), ...tools]),
    ...(event !== null
      ? []
      : ['', screen.bold('limits'), ...host.limits.flatMap((limit) => wrap(screen, limit, 2))]),
  ];
}

function showEvent({ theirs, ours, differs }: EventInWords, screen: Screen): readonly string[] {
  const name = theirs === ours || ours === null ? theirs : `${theirs}, for hooks ${ours}`;
  if (ours === null) return [`${name}: no hook hears it`];
  if (differs.length === 0) return [`${name}: as in Claude Code`];
  return [name, ...differs.flatMap((line) => wrap(screen, line, 2))];
}
