// Which executable hooks will run.
import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { foldersOf, isProgram } from '../../machine/index.js';
import { ownFile } from '../../package.js';
import { InstallProblem } from './problem.js';

export const NAME = 'amplihack-hooks';
const VARIABLE = 'AMPLIHACK_AMPLIHACK_HOOKS_BINARY_PATH';

type Env = Readonly<Record<string, string | undefined>>;

/** The executable of this package as it was built; `null`: it was not. */
export function packagedExecutable(): string | null {
  const beside = fileURLToPath(new URL(`${NAME}.cjs`, import.meta.url));
  return existsSync(beside) ? beside : ownFile(`dist/bin/${NAME}.cjs`);
}

export interface Search {
  readonly env: Env;
  readonly cwd: string;
  readonly home: string;
  /** Where the executable is placed. */
  readonly bin: string;
  /** `null`: this package is not built. */
  readonly packaged: string | null;
  /** A copy instead of a link to this package. */
  readonly copy: boolean;
}

/** What hooks will run. */
export interface Chosen {
  /** The absolute path that is registered. */
  readonly path: string;
  /** What has to be placed there; `null`: it is there already and somebody else's business. */
  readonly from: string | null;
  readonly how: 'link' | 'copy';
}

/** Finds the executable. Nothing is changed. */
export function chooseExecutable({ env, cwd, home, bin, packaged, copy }: Search): Chosen {
  const named = env[VARIABLE];
  if (named !== undefined && named !== '')
    return { path: namedExecutable(resolve(cwd, named)), from: null, how: 'link' };
  if (packaged !== null) {
    // What npx runs from is cleared away one day.
    const how = copy || packaged.split(sep).includes('_npx') ? 'copy' : 'link';
    return { path: nameable(join(bin, NAME)), from: packaged, how };
  }
  const folders = [...foldersOf(env['PATH'] ?? ''), join(home, '.local', 'bin'), join(home, '.cargo', 'bin')];
  const found = folders.map((folder) => join(folder, NAME)).find(isProgram);
  if (found !== undefined) return { path: nameable(found), from: null, how: 'link' };
  throw new InstallProblem(
    `the executable ${NAME} is not there: this package is not built, and there is none on PATH, in ~/.local/bin or ~/.cargo/bin`,
    `Run npm run build in the folder of this package, which makes dist/bin/${NAME}.cjs, or name one with ${VARIABLE}.`,
  );
}

function namedExecutable(path: string): string {
  const refuse = (why: string): InstallProblem =>
    new InstallProblem(`${VARIABLE} is ${path}, ${why}`, 'Correct the variable, or unset it.');
  if (!isFile(path)) throw refuse('which is not an existing file');
  // Hooks are recognised as ours by that name; under another one they could be neither repaired nor removed.
  if (basename(path) !== NAME) throw refuse(`which is not called ${NAME}`);
  return nameable(path);
}

/** A path that a settings file can name. */
function nameable(path: string): string {
  if (/[\u0000-\u001f\u007f]/.test(path))
    throw new InstallProblem(
      `${JSON.stringify(path)} has a control character in it and cannot be written as a command`,
      'Choose another folder with --bin.',
    );
  return path;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
