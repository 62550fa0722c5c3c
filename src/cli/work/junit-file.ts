// `--junit`: results for systems of continuous integration, in a file.
import { dirname, resolve } from 'node:path';
import { junitOf } from '../../conformance/hook-tests/index.js';
import { isFolder, makeFolders, replaceFile } from '../../files/index.js';
import { reasonOf } from '../../text/index.js';
import { UserError } from '../io.js';
import { pathOf, type TestRun } from '../show/tests.js';

/** The file, once it is clear that it can be written: nobody wants to learn that after all tests have run. */
export function junitFile(name: string | null, cwd: string): string | null {
  if (name === null) return null;
  const file = resolve(cwd, name);
  if (isFolder(file)) throw new UserError(`--junit needs a file, and ${file} is a folder`);
  writing(file, () => makeFolders(dirname(file)));
  return file;
}

/** The results of hook tests as such a text. */
export const junitOfTests = ({ results, durationMs }: TestRun, cwd: string): string =>
  junitOf(results, { nameOf: (path) => pathOf(path, cwd), durationMs });

export const writeJunit = (file: string, text: string): void => writing(file, () => replaceFile(file, text));

function writing(file: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw new UserError(`${file} cannot be written: ${reasonOf(error)}`);
  }
}
