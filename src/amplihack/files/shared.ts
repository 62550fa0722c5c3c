// Files that projects share: found in the project, above it, or in an installation.
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { isRegular, textIn } from '../../files/index.js';
import { type Context, home, isBlank } from '../context.js';

/** The text of the first file at this relative path; `null`: there is none. */
export function readShared(context: Context, relative: string): string | null {
  for (const folder of folders(context)) {
    const file = join(folder, relative);
    if (existsSync(join(folder, '.claude')) && isRegular(file) && liesIn(file, folder)) return textIn(file);
  }
  return null;
}

function* folders(context: Context): Generator<string> {
  for (let folder = resolve(context.root); ; folder = dirname(folder)) {
    yield folder;
    if (dirname(folder) === folder) break;
  }
  const installed = context.env['AMPLIHACK_ROOT'];
  if (installed !== undefined && !isBlank(installed)) yield resolve(context.root, installed);
  const own = home(context);
  if (own !== null) yield join(own, '.amplihack');
}

/** A link must not lead out of the folder that vouches for the file. */
function liesIn(file: string, folder: string): boolean {
  try {
    const real = realpathSync(folder);
    return realpathSync(file).startsWith(real.endsWith(sep) ? real : real + sep);
  } catch {
    return false;
  }
}
