// Whose hooks tests run: those that the person approved, or approves now.
import { basename, dirname, relative, sep } from 'node:path';
import { pluginFolderOf } from '../../conformance/hook-tests/index.js';
import { settle } from '../../engine/index.js';
import { approve, commandFor, type Survey, survey } from '../../trust/index.js';
import type { Call } from '../command.js';
import { complain, screenOf, UserError } from '../io.js';
import { flag } from '../options/flags.js';
import { trustOptions } from '../options/trust-flags.js';
import { entryLine } from '../show/trust.js';
import { askYes } from './ask.js';
import { definedIn } from './own-act.js';
import { whyNobody } from './person.js';

/** Throws `UserError` where a test would run what nobody approved, and nobody does now. */
export async function approveTested(call: Call, files: readonly string[]): Promise<void> {
  const { io, options } = call;
  const { trust, trustedDigests } = trustOptions(call);
  if (trust === 'follow') return;
  const folders = new Set(files.flatMap((file) => pluginFolderOf(file)?.folder ?? []));
  for (const folder of folders) {
    const found = surveyOf(call, folder, new Set(trustedDigests));
    const waiting = found.entries.filter((entry) => entry.state !== 'trusted' && definedIn([folder])(entry));
    if (waiting.length === 0) continue;
    complain(io, [
      'These hooks are not approved:',
      ...waiting.map((one) => `  ${entryLine(one, screenOf(io, io.cwd))}`),
    ]);
    const nobody = flag(options, 'requireTrusted') ? '--require-trusted says so' : whyNobody(io);
    const hint = `Look at them and approve them: ${commandFor(found.projectDir, projectOf(folder) === null ? [folder] : [])}`;
    if (nobody !== null) throw new UserError(`their tests are not run, because ${nobody}`, hint);
    if (!(await askYes(io, 'Their tests run them. Let them run?')))
      throw new UserError('nothing was run', hint);
    approve(found, waiting, new Date());
  }
}

/** Hooks in a hooks directory belong to its project; elsewhere they are a plugin of the folder the command is called in. */
function surveyOf({ io }: Call, folder: string, digests: ReadonlySet<string>): Survey {
  const root = projectOf(folder);
  const below = relative(io.cwd, folder);
  const outside = below === '..' || below.startsWith(`..${sep}`);
  const projectDir = root ?? (outside ? folder : io.cwd);
  const { request, stateDir } = settle({ projectDir, plugins: root === null ? [folder] : [], env: io.env });
  return survey(request, stateDir, digests);
}

/** `null`: the folder is in nobody's hooks directory. */
function projectOf(folder: string): string | null {
  for (const hooks of [folder, dirname(folder)]) {
    const above = dirname(hooks);
    if (basename(hooks) === 'hooks' && basename(above) === '.amplifier') return dirname(above);
  }
  return null;
}
