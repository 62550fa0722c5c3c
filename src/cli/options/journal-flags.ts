// What the commands that read the journal have in common.
import { join } from 'node:path';
import { homeOf, stateDirOf } from '../../files/index.js';
import { parseSince, type ReadOptions, recordedProjects } from '../../journal/index.js';
import type { Call } from '../command.js';
import { complain, UserError } from '../io.js';
import { flag, loadOptions, refuseOptions, textFlag } from './flags.js';

/** What a command that reads the journal has to know. */
export function journalPlace(call: Call): Pick<ReadOptions, 'stateDir' | 'projectDir' | 'onProblem'> {
  const { io } = call;
  const { projectDir, home } = loadOptions(call);
  const { path: stateDir, problem } = stateDirOf(io.env, homeOf(io.env, home));
  if (problem !== null)
    complain(io, [`amplifier-hooks: ${problem}; what is recorded is looked for in ${stateDir}`]);
  return {
    projectDir,
    stateDir,
    onProblem: ({ file, message }) => complain(io, [`${file}: ${message}`]),
  };
}

/** Why `--project` is refused beside `--all`; goes on after the option. */
export const ONE_PROJECT = 'names one project, and --all means all of them';

/** With `--all`: the other projects that something is recorded of. */
export async function others(
  { options }: Call,
  { stateDir, projectDir }: { readonly stateDir: string; readonly projectDir: string },
): Promise<{ readonly others?: readonly string[] }> {
  if (!flag(options, 'all')) return {};
  refuseOptions(options, ['project'], ONE_PROJECT);
  const all = await recordedProjects(stateDir);
  return { others: all.map((one) => one.projectDir).filter((dir) => dir !== projectDir) };
}

/** `--since` as a moment. */
export function sinceFlag({ options }: Call): number | null {
  const wish = textFlag(options, 'since');
  if (wish === null) return null;
  const since = parseSince(wish, Date.now());
  if (since === null) {
    throw new UserError(
      `--since "${wish}" is not a time`,
      'Write 30m, 2h, 7d, 2w, a date (2026-01-31), or a date with time (2026-01-31T09:00).',
    );
  }
  return since;
}

/** No session has this name. */
export const noSession = (session: string, { projectDir }: { readonly projectDir: string }): string =>
  `no session ${JSON.stringify(session)} is recorded for ${projectDir}`;

/** The reason why there is nothing to show. */
export function nothingRecorded(
  { io }: Call,
  { stateDir, projectDir }: { stateDir: string; projectDir: string },
): string[] {
  const off = io.env['AMPLIFIER_HOOKS_JOURNAL'];
  return [
    `nothing is recorded for ${projectDir} (journals lie in ${join(stateDir, 'journal')})`,
    off === undefined
      ? 'Events are recorded when hooks run: `amplifier-hooks run <Event>`, dispatch, or a host with a journal.'
      : `AMPLIFIER_HOOKS_JOURNAL is ${JSON.stringify(off)} here.`,
  ];
}
