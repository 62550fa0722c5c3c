// Whose hooks tests run: those that the person approved, or approves now.
import { basename, dirname } from 'node:path';
import { pluginFolderOf } from '../../conformance/hook-tests/index.js';
import { settle } from '../../engine/index.js';
import { liesIn } from '../../files/index.js';
import { commandFor, type Survey, survey } from '../../trust/index.js';
import type { Call } from '../command.js';
import { UserError } from '../io.js';
import { projectHere } from '../options/flags.js';
import { trustOptions } from '../options/trust-flags.js';
import { letRun } from './let-run.js';
import { definedIn } from './own-act.js';

/** Throws `UserError` where a test would run what nobody approved, and nobody does now. */
export async function approveTested(call: Call, files: readonly string[]): Promise<void> {
  const { trust, trustedDigests } = trustOptions(call);
  if (trust === 'follow') return;
  const folders = new Set(files.flatMap((file) => pluginFolderOf(file)?.folder ?? []));
  for (const folder of folders) {
    const found = surveyOf(call, folder, new Set(trustedDigests));
    const waiting = found.entries.filter((entry) => entry.state !== 'trusted' && definedIn([folder])(entry));
    if (waiting.length === 0) continue;
    const hint = `Look at them and approve them: ${commandFor(found.projectDir, projectOf(folder) === null ? { plugin: [folder] } : {})}`;
    const answered = await letRun(call, found, waiting, 'Their tests run them. Let them run?');
    if (answered.may) continue;
    throw new UserError(`their tests are not run, because ${answered.because}`, hint);
  }
}

/** Hooks in a hooks directory belong to its project; elsewhere they are a plugin of the folder the command is called in. */
function surveyOf({ io }: Call, folder: string, digests: ReadonlySet<string>): Survey {
  const root = projectOf(folder);
  const here = projectHere(io);
  const projectDir = root ?? (liesIn(here, folder) ? here : folder);
  const { request, stateDir } = settle({
    projectDir,
    plugins: root === null ? [folder] : [],
    claudeSettings: true,
    env: io.env,
  });
  return survey(request, stateDir, digests);
}

/** `null`: the folder is in nobody's hooks directory, and nobody's settings. */
function projectOf(folder: string): string | null {
  if (basename(folder) === '.claude') return dirname(folder);
  for (const hooks of [folder, dirname(folder)]) {
    const above = dirname(hooks);
    if (basename(hooks) === 'hooks' && basename(above) === '.amplifier') return dirname(above);
  }
  return null;
}
