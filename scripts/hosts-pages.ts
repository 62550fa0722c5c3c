// docs/hosts/: one page an agent, made from its facts.
import {
  AGENT_NAMES,
  type AgentSettings,
  factsOf,
  type HostInWords,
  inWords,
  settingsInWords,
} from '../src/hosts/agents/index.js';
import { code, MADE, table } from './markdown.js';

/** File below docs/ → content. */
export async function hostsPages(): Promise<Readonly<Record<string, string>>> {
  const hosts = await Promise.all(AGENT_NAMES.map(factsOf));
  return Object.fromEntries(
    hosts.map((facts) => [`hosts/${facts.name}.md`, page(facts.name, inWords(facts), facts.settings)]),
  );
}

function page(
  name: string,
  { title, measured, events, tools, limits }: HostInWords,
  settings: AgentSettings,
): string {
  const rows = events.map(({ theirs, ours, differs }) => [
    code(theirs),
    ours === null ? 'no hook hears it' : code(ours),
    differs.join(' ') || (ours === null ? '' : 'As in Claude Code.'),
  ]);
  const named = tools.map(([native, known, remark]) => [code(native), `${code(known)}${remark}`]);
  return `${MADE}

# ${title}

${measured} Its hook command is \`amplifier-hooks dispatch --host ${name}\`; [One command for each event](../dispatch.md#who-asks) says what that does.
\`amplifier-hooks connect ${name}\` writes it into its configuration: [Connect an agent](../connect.md).

## Configuration

${settingsInWords(settings)
  .map((line) => `- ${line}`)
  .join('\n')}

## Events

${table(['its event', 'hooks for', 'what hooks may ask for'], rows)}

## Tools

${named.length === 0 ? 'Its tools have the names that hooks know.' : `${table(['its tool', 'hooks know it as'], named)}\n\nOthers have the names that hooks know, or their own.`}

## Limits

${limits.map((limit) => `- ${limit}`).join('\n')}
`;
}
