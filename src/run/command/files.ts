// Questions about files whose answer is never an exception.
import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { startOf } from '../../files/index.js';

export type FileKind = 'file' | 'directory' | 'other';

/** What stands at a path; `null`: nothing that can be seen. */
export function kindOf(path: string): FileKind | null {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return null;
    if (found.isFile()) return 'file';
    return found.isDirectory() ? 'directory' : 'other';
  } catch {
    return null;
  }
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A file by its bare name; only absolute entries of PATH count, so that a project cannot bring its own. */
export function findOnPath(
  name: string,
  path: string,
  fits: (file: string) => boolean = isExecutable,
): string | null {
  const files = path.split(':').flatMap((entry) => (isAbsolute(entry) ? [join(entry, name)] : []));
  return files.find((file) => kindOf(file) === 'file' && fits(file)) ?? null;
}

/** The file that starting `program` would mean: on PATH, or relative to the directory. */
export function locate(program: string, cwd: string, path: string): string | null {
  if (program.includes('/')) {
    const file = resolve(cwd, program);
    return kindOf(file) === null ? null : file;
  }
  return findOnPath(program, path) ?? findOnPath(program, path, () => true);
}

/** The interpreter that the first line of a script asks for, e.g. `/usr/bin/env node`; `null`: none. */
export function interpreterLine(file: string): string | null {
  const text = beginning(file).toString('utf8');
  return text.startsWith('#!') ? (text.slice(2).split('\n')[0] ?? '').replace(/^[ \t]+|[ \t]+$/g, '') : null;
}

/** ELF's numbers for the machines that Node runs on. */
const MACHINES: Readonly<Record<string, number>> = {
  ia32: 3,
  ppc64: 21,
  s390x: 22,
  arm: 40,
  x64: 62,
  arm64: 183,
  riscv64: 243,
  loong64: 258,
};

/** Whether a file is a program for another kind of machine or system. */
export function isForeignProgram(file: string): boolean {
  const start = beginning(file);
  if (start.length < 20) return false;
  const magic = start.readUInt32BE(0);
  const isElf = magic === 0x7f454c46;
  if (process.platform === 'darwin') return isElf;
  if (isElf) return start.readUInt16LE(18) !== MACHINES[process.arch] && start[5] === 1;
  // Mach-O and Windows.
  return magic === 0xcffaedfe || magic === 0xcafebabe || magic >>> 16 === 0x4d5a;
}

const beginning = (file: string): Buffer => startOf(file, 256);
