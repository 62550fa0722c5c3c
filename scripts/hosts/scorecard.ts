// docs/hosts.md: what was seen in the real hosts, made from their recordings.
import { type Agent, allAgents } from '../../src/hosts/agents/index.js';
import { plural } from '../../src/text/index.js';
import { table } from '../markdown.js';
import type { Case } from './case.js';
import { CASES, FURTHER, STOP_BLOCK } from './cases.js';
import { WORKS } from './cell.js';
import { allKept } from './kept.js';
import type { RecordedCase, Recording } from './recording.js';

const MADE = '<!-- Made by `npm run hosts`, from what it saw. -->';

/** @param root the repository */
export async function scorecard(root: string): Promise<string> {
  const agents = await allAgents();
  const recordings = allKept(root);
  const notes = recordings.map((recording) => notesOf(recording, agents)).filter((note) => note !== '');
  return `${MADE}

# Hosts

Hooks are written once, for Claude Code, and run in all of these agents. Each was installed from the registry and run as it is, without a person, against a scripted model on this machine, with our connection as \`amplifier-hooks connect <host>\` writes it. Every cell is what was seen there: \`works\`, or what happened instead, with the reason [below](#where-it-does-not-work). ${daysOf(recordings)}

${cells(CASES, recordings, agents)}

What is played: a guard for \`Bash\` that denies by exit code 2, and by JSON; a hook that wants the user asked (nobody is there to answer: it works where the call does not run); one that rewrites the command; context of SessionStart, UserPromptSubmit and PostToolUse; a block of PostToolUse; a Stop hook that always blocks, until somebody ends it; a guard for \`Write|Edit\` that looks at \`file_path\`, for a new file and for a change; a guard of the project while the host is started in a subfolder of it; and a guard whose engine is killed (\`kill -9\`) while it runs: it works where the call does not run.

What else hooks may say:

${cells(FURTHER, recordings, agents)}

## Where it does not work

${notes.join('\n\n')}

## How it is made

\`npm run hosts\` plays all of it, \`npm run hosts -- codex gemini\` some. The hosts lie in \`~/.cache/amplifier-hooks-hosts\` afterwards, with the exact versions that the table names; each play has a home directory and a project of its own, and an environment with nothing in it but what the host needs. Without hooks the same calls of the model are seen to be made first. What every host sent, what it was answered and what came of it is kept in \`test/hosts/recordings/\`; the tests of this package read the same events again and compare the answers.
`;
}

type Agents = readonly Agent[];

function cells(shown: readonly Case[], recordings: readonly Recording[], agents: Agents): string {
  const played = recordings.map((recording) => [
    `${linked(recording.host, agents)} ${recording.version}`,
    ...shown.map(({ id }) => cellIn(recording, id)),
  ]);
  const others = agents
    .filter(({ facts }) => facts.measured === null)
    .map(({ facts }) => [linked(facts.name, agents), ...shown.map(() => 'not measured')]);
  return table(['host', ...shown.map(({ title }) => title)], [...played, ...others]);
}

const titleOf = (name: string, agents: Agents): string =>
  agents.find(({ facts }) => facts.name === name)?.facts.title ?? 'Claude Code';

const linked = (name: string, agents: Agents): string => `[${titleOf(name, agents)}](hosts/${name}.md)`;

function cellIn({ cases, problem }: Recording, id: string): string {
  const found = (problem === null ? cases : []).find((one) => one.id === id);
  return found === undefined ? 'not played' : `${found.cell}${roundsOf(found)}`;
}

/** How often a Stop hook made the agent go on before that was ended. */
function roundsOf({ id, cell, plays }: RecordedCase): string {
  const answers = (plays[0]?.exchanges ?? []).map(({ answer }) => answer);
  // No other hook says anything there, and the last time the user is told that it was overridden.
  const rounds = answers.filter(
    (answer) =>
      (answer?.exitCode === 2 || `${answer?.stdout ?? ''}` !== '') &&
      !`${answer?.stdout} ${answer?.stderr}`.includes('; overridden'),
  ).length;
  return id === STOP_BLOCK && cell === WORKS ? `, ${plural(rounds, 'round')}` : '';
}

function notesOf({ host, problem, cases }: Recording, agents: Agents): string {
  const lines =
    problem === null
      ? [...CASES, ...FURTHER].flatMap(({ id, title }) =>
          noteOf(
            title,
            cases.find((one) => one.id === id),
          ),
        )
      : [`- It was not played: ${problem}`];
  return lines.length === 0 ? '' : `### ${titleOf(host, agents)}\n\n${lines.join('\n')}`;
}

const noteOf = (title: string, found: RecordedCase | undefined): readonly string[] =>
  found === undefined || found.cell === WORKS ? [] : [`- ${title}: ${found.cell}. ${found.why ?? ''}`];

function daysOf(recordings: readonly Recording[]): string {
  const days = [...new Set(recordings.map(({ date, system }) => `${date} on ${system}`))];
  return days.length === 0 ? '' : `Played on ${days.join(', ')}.`;
}
