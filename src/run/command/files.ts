// Questions about files whose answer is never an exception.
import { statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { startOf } from '../../files/index.js';
import { filesNamed, findProgram } from '../../machine/index.js';

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

/** The file that starting `program` would mean: on PATH, or relative to the directory. */
export function locate(program: string, cwd: string, path: string): string | null {
  if (isPath(program)) {
    const file = resolve(cwd, program);
    return kindOf(file) === null ? null : file;
  }
  return (
    findProgram(program, path) ?? filesNamed(program, path).find((file) => kindOf(file) === 'file') ?? null
  );
}

/** Whether a program is named by where it is, not by a name that is looked for on PATH. */
export const isPath = (program: string): boolean => program.includes('/') || program.includes(sep);

/** The interpreter that the first line of a script asks for, e.g. `/usr/bin/env node`; `null`: none. */
export function interpreterLine(file: string): string | null {
  const text = beginning(file).toString('utf8');
  return text.startsWith('#!') ? (text.slice(2).split('\n')[0] ?? '').replace(/^[ \t]+|[ \t]+$/g, '') : null;
}

/** The beginnings of programs for Linux and its like, macOS (two) and Windows. */
const KINDS: Readonly<Record<string, string>> = {
  '7f454c46': 'elf',
  cffaedfe: 'mach-o',
  cafebabe: 'mach-o',
};

/** Whether a file is a program for another kind of machine or system than the one that runs us. */
export function isForeignProgram(file: string): boolean {
  const [found, own] = [programKind(beginning(file)), programKind(beginning(process.execPath))];
  return found !== null && own !== null && found !== own;
}

/** The system a program is for, and the machine where that is written at its beginning; `null`: it is none. */
function programKind(start: Buffer): string | null {
  if (start.length < 20) return null;
  if (start.toString('latin1', 0, 2) === 'MZ') return 'windows';
  const kind = KINDS[start.toString('hex', 0, 4)] ?? null;
  // Width and order of bytes, and the machine.
  return kind === 'elf' ? `elf ${start.toString('hex', 4, 6)} ${start.toString('hex', 18, 20)}` : kind;
}

const beginning = (file: string): Buffer => startOf(file, 256);
