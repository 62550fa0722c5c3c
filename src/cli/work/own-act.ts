// What a person does themselves at a terminal is approval; what a program does in their name is none, and says so.

import { settle } from '../../engine/index.js';
import { liesIn } from '../../files/index.js';
import { reasonOf } from '../../text/index.js';
import { approve, commandFor, type Entry, survey } from '../../trust/index.js';
import type { Io } from '../io.js';
import { whyNobody } from './person.js';

export interface Act {
  readonly projectDir: string;
  /** Folders of plugins beside those that the project loads by itself. */
  readonly plugins?: readonly string[];
  /** Which of the project's hooks were made, installed or switched on. */
  readonly meant: (entry: Entry) => boolean;
}

/** Whether a hook is defined in one of these files or below one of these folders. */
export const definedIn =
  (paths: readonly string[]) =>
  (entry: Entry): boolean =>
    entry.kind === 'hook' && paths.some((path) => liesIn(path, entry.hook.source.file));

/** Approves what a person did; the lines to say about it. */
export function ownAct(io: Io, { projectDir, plugins = [], meant }: Act): readonly string[] {
  const { request, stateDir } = settle({ projectDir, plugins, claudeSettings: true, env: io.env });
  const found = survey(request, stateDir);
  const waiting = found.entries.filter((entry) => entry.state !== 'trusted' && meant(entry));
  if (waiting.length === 0) return [];
  const what = waiting.length === 1 ? 'its hook' : `its ${waiting.length} hooks`;
  const nobody = whyNobody(io);
  if (nobody !== null)
    return [`Not approved, so not run: ${what}, because ${nobody}. Approve: \`${commandFor(projectDir)}\``];
  try {
    const unfit = approve(found, waiting, new Date());
    return unfit.length === 0
      ? [`Approved for you: ${what}`]
      : unfit.map(({ why }) => `Not approved: ${why}`);
  } catch (error) {
    return [`Not approved: ${reasonOf(error)}`];
  }
}
