// docs/hosts.md: what was seen in the real hosts, made from their recordings.
import { allAgents } from '../../src/hosts/agents/index.js';
import { table } from '../markdown.js';
import { CASES } from './cases.js';
import { WORKS } from './cell.js';
import { allKept } from './kept.js';
import type { RecordedCase, Recording } from './recording.js';

const MADE = '<!-- Made by `npm run hosts`, from what it saw. -->';

/** @param root the repository */
export async function scorecard(root: string): Promise<string> {
  const agents = await allAgents();
  const titleOf = (name: string): string =>
    agents.find(({ facts }) => facts.name === name)?.facts.title ?? 'Claude Code';
  const recordings = allKept(root);
  const rows = recordings.map((recording) => [
    `${titled(recording, titleOf)} ${recording.version}`,
    ...(recording.problem === null
      ? CASES.map(({ id }) => cellIn(recording, id))
      : CASES.map(() => 'not played')),
  ]);
  const unmeasured = agents.filter(({ facts }) => facts.measured === null);
  const notes = recordings.map((recording) => notesOf(recording, titleOf)).filter((note) => note !== '');
  return `${MADE}

# Hosts

Hooks are written once, for Claude Code, and run in all of these agents. Each was installed from the registry and run as it is, without a person, against a scripted model on this machine, with our connection as \`amplifier-hooks connect <host>\` writes it; every cell is what was seen there: \`works\`, or what happened instead, with the reason below.

${table(
  ['host', ...CASES.map(({ title }) => title)],
  [
    ...rows,
    ...unmeasured.map(({ facts }) => [
      `[${facts.title}](hosts/${facts.name}.md)`,
      ...CASES.map(() => 'not measured'),
    ]),
  ],
)}

${daysOf(recordings)} What each case is: a guard for \`Bash\` that denies by exit code 2, and by JSON; a hook that wants the user asked (nobody is there to answer: it works where the call does not run); one that rewrites the command; context of SessionStart, UserPromptSubmit and PostToolUse; a block of PostToolUse; a Stop hook that always blocks, until somebody ends it; a guard for \`Write|Edit\` that looks at \`file_path\`, for a new file and for a change; a guard of the project while the host is started in a subfolder of it; and a guard whose engine is killed (\`kill -9\`) while it runs.

## Where it does not work

${notes.join('\n\n')}

## How it is made

\`npm run hosts\` plays all of it, \`npm run hosts -- codex gemini\` some. The hosts lie in \`~/.cache/amplifier-hooks-hosts\` afterwards, with the exact versions that the table names; each play has a home directory and a project of its own, and an environment with nothing in it but what the host needs. What every host sent, what it was answered and what came of it is kept in \`test/hosts/recordings/\`; the tests of this package read the same events again and compare the answers.
`;
}

const titled = ({ host }: Recording, titleOf: (name: string) => string): string =>
  host === 'claude' ? titleOf(host) : `[${titleOf(host)}](hosts/${host}.md)`;

const cellIn = ({ cases }: Recording, id: string): string =>
  cases.find((one) => one.id === id)?.cell ?? 'not played';

function notesOf(recording: Recording, titleOf: (name: string) => string): string {
  const { host, problem, cases } = recording;
  const lines =
    problem === null
      ? CASES.flatMap(({ id, title }) =>
          noteOf(
            title,
            cases.find((one) => one.id === id),
          ),
        )
      : [`- It was not played: ${problem}`];
  return lines.length === 0 ? '' : `### ${titleOf(host)}\n\n${lines.join('\n')}`;
}

const noteOf = (title: string, found: RecordedCase | undefined): readonly string[] =>
  found === undefined || found.cell === WORKS ? [] : [`- ${title}: ${found.cell}. ${found.why ?? ''}`];

function daysOf(recordings: readonly Recording[]): string {
  const days = [...new Set(recordings.map(({ date, system }) => `${date} on ${system}`))];
  return days.length === 0 ? '' : `Played on ${days.join(', ')}.`;
}
