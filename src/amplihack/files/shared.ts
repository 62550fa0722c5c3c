// Files that projects share: found in the project, above it, or in an installation.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Outside, readWithin } from '../../files/index.js';
import { type Context, home, isBlank } from '../context.js';

/** The text of the first file at this relative path; `null`: there is none. */
export function readShared(context: Context, relative: string): string | null {
  for (const folder of folders(context)) {
    const text = existsSync(join(folder, '.claude')) ? textOf(context, folder, relative) : null;
    if (text !== null) return text;
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
function textOf(context: Context, folder: string, relative: string): string | null {
  try {
    return readWithin(folder, join(folder, relative)).toString('utf8');
  } catch (error) {
    if (error instanceof Outside) context.warn(`${error.message}; it is not read`);
    return null;
  }
}
