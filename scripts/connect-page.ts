// docs/connect.md: what is written into the configuration of each agent, made from its facts.
import { allHosts, type ConnectedHost, secondsOf } from '../src/connect/index.js';
import { formInWords, timeoutInWords } from '../src/hosts/agents/index.js';
import { code, MADE, table } from './markdown.js';

/** File below docs/ → content. */
export async function connectPages(): Promise<Readonly<Record<string, string>>> {
  return { 'connect.md': page(await allHosts()) };
}

const rowOf = (host: ConnectedHost): readonly string[] => {
  const { name, title, isMeasured, settings, events } = host;
  const linked = name === 'claude' ? title : `[${title}](hosts/${name}.md)`;
  return [
    `${code(name)}<br>${linked}${isMeasured ? '' : ', not measured'}`,
    settings.user === null ? '–' : code(settings.user),
    settings.project === null ? '–' : code(settings.project),
    formInWords(settings),
    `${events.length}`,
    timeoutInWords(settings, (event) => secondsOf(host, event)),
  ];
};

const steps = (hosts: readonly ConnectedHost[]): string =>
  hosts
    .flatMap(({ settings }) => [...settings.trust.user, ...settings.trust.project].map((step) => `- ${step}`))
    .join('\n');

const page = (hosts: readonly ConnectedHost[]): string => `${MADE}

# Connect an agent

\`connect\` makes an agent run your hooks: it writes [\`dispatch\`](dispatch.md) into the agent's own configuration, for every event that it has. \`disconnect\` takes exactly that out again.

\`\`\`sh
amplifier-hooks connect claude --dry-run     # every line that would be written
amplifier-hooks connect claude
amplifier-hooks connections                  # all agents: installed, connected where, up to date, trusted
amplifier-hooks connections --probe claude   # asks as the agent would: is it stopped?
amplifier-hooks disconnect claude
\`\`\`

## What is written

${table(['agent', '`--scope user`', '`--scope project`', 'form', 'events', 'how long it waits'], hosts.map(rowOf))}

The events are those that hooks can hear, each once; in Claude Code without \`WorktreeCreate\` and \`FileChanged\` as long as no hook of yours is for them, because a hook of the one makes the worktree in place of the host, and of the other the host watches
only the files that a matcher names (connect again after you add such a hook). Matchers select all tools: which hooks run is decided by their own. The limit is generous, since your hooks have their own; \`--host-timeout\` has the same number, so that the command
answers before the agent stops waiting.

- **What else is there stays**: other hooks, comments, order, layout, line ends, byte order mark, permissions, links. A file that cannot be read is refused with line and column, and so is a read-only one.
- **Whole or not at all**: each file is replaced in one step, under a lock, after a copy of it was kept (\`amplifier-hooks restore\` lists them). Where one of several files cannot be written, the others are taken back.
- **Connecting again** changes nothing, or brings our own entries up to date in their place.
- **Disconnecting** gives the file back to the last byte where nobody else changed it since; else only our entries go. What \`connect\` made goes: files, and folders that are empty then.

## The command

In your own configuration it is \`~/.amplifier/bin/amplifier-hooks\`, a small script that starts the installation which connected. Its path stays the same over updates, so that agents which trust a hook by its text go on trusting it. Where that installation is gone it starts the one on
PATH. Where there is none, it says so, and what hooks could have denied is denied; \`connect\` from the new installation, or \`disconnect\`, ends that. An installation that \`npx\` made goes one day: \`connect\` says so.

In a project, whose files others have too, it is \`amplifier-hooks\`, found on PATH: everybody who works there needs it installed.

Your hooks are those of \`~/.amplifier/hooks\` and of the project's \`.amplifier/hooks\`. With \`--claude-settings\` those of Claude Code's settings files run in the other agent too.

## Before hooks run

${steps(hosts)}

Codex trusts a hook by a hash over its event, matcher, command and limit. At a terminal, or with \`--trust\`, \`connect\` computes the hashes, writes them into \`config.toml\`, and where \`codex\` is installed compares them with what Codex itself computes. It never does so for an agent. All others are steps for you, and printed.

## Twice, or not at all

\`connect\` and \`connections\` name, with file and line and what to do:

- an agent that is connected in both scopes, and entries that call \`amplifier-hooks dispatch\` but were written by hand;
- an agent that reads Claude Code's files itself (${hosts
  .filter(({ name, settings }) => name !== 'claude' && settings.claudeFiles.length > 0)
  .map(({ title }) => title)
  .join(
    ', ',
  )}), where Claude Code is connected in the project too, or where \`--claude-settings\` would run the same hooks;
- hooks that are switched off, a \`hooks.json\` of droid that takes the place of its settings, keys for which Codex and Kimi Code drop all hooks;
- a command that is gone.

Copilot CLI and VS Code read the same files: where both are connected, the command finds out who asks.

## The probe

\`connections --probe\` takes our command from the agent's own file and starts it as the agent does, with a call of the agent's shell in the agent's form: \`amplifier-hooks-probe\` and a number. \`dispatch\` denies that command always, without asking hooks, whatever its options say; there is no
other answer to it, so nobody can use it to get something permitted. The answer must be, to the letter, the denial that this agent obeys. Codex is also asked whether it trusts the hooks. What fails is named, with what was seen and what to do, and the exit code is 1.
`;
