// What the commands about connections have in common.
import type { Command } from 'commander';
import {
  type Around,
  CONNECT_SCOPES,
  type ConnectedHost,
  type ConnectScope,
  type FileChange,
  type Finding,
  isChange,
} from '../../connect/index.js';
import { AGENT_NAMES, type AgentName } from '../../host-names.js';
import { PluginProblem } from '../../plugins/migrate/index.js';
import { similarName } from '../../text/index.js';
import type { Call } from '../command.js';
import { UserError } from '../io.js';
import { loadOptions, textFlag } from '../options/flags.js';
import { reviewedDiff } from '../show/review.js';
import { type Places, type Screen, shortPath } from '../show/screen.js';
import { homeFor } from './home.js';

export function defineConnectFlags(command: Command): void {
  command.addArgument(command.createArgument('<host>', 'the agent').choices([...AGENT_NAMES])).addOption(
    command
      .createOption('--scope <scope>', 'your own configuration of it, or that of the project')
      .choices([...CONNECT_SCOPES])
      .default('user'),
  );
}

export function agentOf(word: string): AgentName {
  const name = AGENT_NAMES.find((one) => one === word);
  if (name !== undefined) return name;
  const meant = similarName(word, AGENT_NAMES);
  throw new UserError(
    `there is no host "${word}"${meant === null ? '' : `; did you mean ${meant}?`}`,
    `Hosts are ${AGENT_NAMES.join(', ')}.`,
  );
}

export function aroundOf(call: Call): Around {
  const { projectDir, home } = loadOptions(call);
  return { projectDir, home: homeFor(call.io, home), env: call.io.env };
}

export function scopeOf({ options }: Call, { projectDir, home }: Around): ConnectScope {
  const scope = CONNECT_SCOPES.find((one) => one === textFlag(options, 'scope')) ?? 'user';
  if (scope === 'project' && projectDir === home)
    throw new UserError(
      'this is your home directory, not a project',
      'Say --scope user, or go to a project.',
    );
  return scope;
}

/** The room's own problems are the user's to put right. */
export async function withProblems<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof PluginProblem) throw new UserError(error.message, error.hint);
    throw error;
  }
}

/** What is written, line by line. */
export const showChanges = (changes: readonly FileChange[], screen: Screen, places: Places): string[] =>
  changes
    .filter(isChange)
    .flatMap(({ file, before, after }) => [
      screen.bold(shortPath(file, places)),
      ...reviewedDiff(screen, before ?? '', after ?? '', 2),
    ]);

export const changeJson = ({ file, before, after }: FileChange): Readonly<Record<string, unknown>> => ({
  file,
  change: before === after ? 'none' : before === null ? 'made' : after === null ? 'removed' : 'changed',
});

export const findingJson = ({
  kind,
  message,
  file,
  line,
  fix,
}: Finding): Readonly<Record<string, unknown>> => ({
  kind,
  message,
  file,
  line,
  fix,
});

/** What was not seen at work is said to be so. */
export const nameOf = ({ title, isMeasured }: ConnectedHost): string =>
  isMeasured ? title : `${title} (not measured)`;
