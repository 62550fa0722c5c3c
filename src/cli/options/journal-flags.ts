// What the commands that read the journal have in common.
import { join } from 'node:path';
import { homeOf, stateDirOf } from '../../files/index.js';
import { parseSince, type ReadOptions } from '../../journal/index.js';
import type { Call } from '../command.js';
import { complain, UserError } from '../io.js';
import { loadOptions, textFlag } from './flags.js';

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
