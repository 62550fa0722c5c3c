// Programs by their names: on PATH, and in the folders where a system keeps its own.
import { HERE, isWindows, pathsOf, type System } from './system.js';

/** What a name without an ending can mean on Windows; the first two can be started without a shell. */
const ENDINGS = ['.com', '.exe', '.bat', '.cmd'];

/** Where programs of the system are, whatever PATH says. */
const OWN_FOLDERS = ['/usr/bin', '/bin'];

/** The folders of a PATH that do not depend on the working directory, which may be a stranger's project. */
export function foldersOf(path: string, system: Pick<System, 'platform'> = HERE): readonly string[] {
  const { delimiter, isAbsolute } = pathsOf(system);
  const entries = path.split(delimiter);
  // On Windows an entry may stand in quotes, because a folder may have the delimiter in its name.
  return (isWindows(system) ? entries.map((entry) => entry.replaceAll('"', '')) : entries).filter((entry) =>
    isAbsolute(entry),
  );
}

/** The files that a bare name can mean, first things first. */
export function filesNamed(
  name: string,
  path: string,
  system: Pick<System, 'platform'> = HERE,
): readonly string[] {
  const { extname, join } = pathsOf(system);
  const endings = isWindows(system) && extname(name) === '' ? ENDINGS : [''];
  return foldersOf(path, system).flatMap((folder) => endings.map((ending) => join(folder, name + ending)));
}

/** A program by its bare name; `null`: there is none. */
export function findProgram(name: string, path: string, system: System = HERE): string | null {
  if (isWindows(system)) return filesNamed(name, path, system).find(system.isProgram) ?? null;
  // Every event looks for the shell of its hooks: only the name that is there is put into its final form.
  const folder = foldersOf(path, system).find((one) => system.isProgram(`${one}/${name}`));
  return folder === undefined ? null : pathsOf(system).join(folder, name);
}

/** A program of the system itself: its own folders count before PATH. `null`: there is none, as on Windows. */
export function findOwnProgram(name: string, system: System = HERE): string | null {
  if (isWindows(system)) return null;
  return findProgram(name, [...OWN_FOLDERS, system.env['PATH'] ?? ''].join(':'), system);
}

/**
 * How a program is started without a shell. On Windows `npm` is a file for the command interpreter; the script that it
 * starts lies beside it.
 */
export function commandOf(name: string, path: string, node: string, system: System = HERE): Command {
  const found = isWindows(system) ? findProgram(name, path, system) : null;
  if (found === null || !isBatchFile(found)) return [name];
  const { dirname, join } = pathsOf(system);
  return [node, join(dirname(found), 'node_modules', name, 'bin', `${name}-cli.js`)];
}

type Command = readonly [program: string, ...args: string[]];

/** A file for the command interpreter of Windows, which cannot be started as a program is. */
export const isBatchFile = (file: string): boolean => /\.(?:bat|cmd)$/i.test(file);
