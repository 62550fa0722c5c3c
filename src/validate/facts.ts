// The only things rules may ask of the disk.
import { readdirSync, statSync } from 'node:fs';
import { textIn } from '../files/index.js';
import { findProgram, isExecutable } from '../machine/index.js';

export interface Facts {
  kind(path: string): 'file' | 'folder' | null;
  isExecutable(path: string): boolean;
  /** The text of a file; `null`: it cannot be read, is no text, or is too large to be a script. */
  read(path: string): string | null;
  names(folder: string): readonly string[];
  /** The file that a bare program name means on a PATH. */
  find(program: string, path: string): string | null;
}

const MAX_BYTES = 1024 * 1024;

/** Facts from the real disk; each file is read once. */
export function diskFacts(): Facts {
  const texts = new Map<string, string | null>();
  const found = new Map<string, string | null>();
  const kind: Facts['kind'] = (path) => {
    try {
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats?.isFile() === true) return 'file';
      return stats?.isDirectory() === true ? 'folder' : null;
    } catch {
      return null;
    }
  };
  return {
    kind,
    isExecutable,
    read(path) {
      const known = texts.get(path);
      if (known !== undefined) return known;
      const text = textOf(path);
      texts.set(path, text);
      return text;
    },
    names(folder) {
      try {
        return readdirSync(folder);
      } catch {
        return [];
      }
    },
    find(program, path) {
      const key = `${program}\0${path}`;
      const known = found.get(key);
      if (known !== undefined) return known;
      const file = findProgram(program, path);
      found.set(key, file);
      return file;
    },
  };
}

function textOf(path: string): string | null {
  const text = textIn(path, MAX_BYTES);
  return text?.includes('\0') === true ? null : text;
}
