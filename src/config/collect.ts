// Collects the sheets of one load: every file once, every place looked at remembered.
import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Diagnostic, HookSource } from '../nouns.js';
import { systemReasonOf } from '../text/index.js';
import { budgetsBy, MOST_FOLDERS } from './budget.js';
import type { ConfigCode } from './codes.js';
import { diagnostic } from './diagnostic.js';
import { type JsonFile, loadJson } from './document.js';
import { voiceOf } from './policy.js';
import type { ConfigRequest } from './request.js';
import type { Settings } from './settings.js';
import type { Rules, Sheet } from './sheet.js';

/** A place hooks may stand at, in declared order; `sheet` is `null` where there is no file. */
export interface SourceRead {
  readonly source: HookSource;
  readonly sheet: Sheet | null;
}

/** Managed settings that are there and say nothing that can be read. */
export interface ManagedFault {
  readonly file: string;
  readonly why: string;
}

export class Collection {
  readonly request: ConfigRequest;
  readonly rules: Rules;
  readonly found: SourceRead[] = [];
  readonly settings: Settings[] = [];
  readonly diagnostics: Diagnostic[] = [];
  /** For these gates are shut. */
  readonly managedFaults: ManagedFault[] = [];
  /** Every file that was looked for, there or not. */
  readonly files = new Set<string>();
  /** Every folder whose content decides what is read. */
  readonly folders = new Set<string>();
  readonly #read = new Set<string>();
  readonly #real = new Map<string, string>();

  constructor(request: ConfigRequest, rules: Omit<Rules, 'budgetOf'>) {
    this.request = request;
    this.rules = { ...rules, budgetOf: budgetsBy((source) => voiceOf(request, source)) };
  }

  add(source: HookSource, sheet: Sheet | null): void {
    this.found.push({ source, sheet });
  }

  report(...args: Parameters<typeof diagnostic>): void {
    this.diagnostics.push(diagnostic(...args));
  }

  /** Reads a JSON file that was not read before. */
  json(file: string): JsonFile | 'absent' | 'again' {
    this.files.add(file);
    const loaded = loadJson(file);
    if (loaded === null) return 'absent';
    const link = loaded.read.state === 'broken' || loaded.read.link;
    return this.isNew(file, link) ? loaded : 'again';
  }

  /** Whether a file or folder that exists is reached for the first time, whatever the path. */
  isNew(path: string, isLink: boolean): boolean {
    const real = isLink ? this.realOf(path) : join(this.realOf(dirname(path)), basename(path));
    if (this.#read.has(real)) return false;
    this.#read.add(real);
    return true;
  }

  /** The real path, found out once a load. */
  realOf(path: string): string {
    const known = this.#real.get(path);
    if (known !== undefined) return known;
    const real = realPath(path);
    this.#real.set(path, real);
    return real;
  }

  /** The folders in a directory of hooks or skills, in name order; hidden ones are nobody's. */
  foldersIn(folder: string, problem: (code: ConfigCode, message: string) => void): readonly string[] {
    this.folders.add(folder);
    const kind = kindAt(folder);
    if (kind === 'other') problem('not-a-folder', `${folder} is not a folder`);
    if (kind !== 'folder') return [];
    try {
      const entries = readdirSync(folder).filter((name) => !name.startsWith('.') && name !== 'hooks.json');
      const over = entries.length - MOST_FOLDERS;
      if (over > 0) {
        const message = `${folder} has more than ${MOST_FOLDERS} entries; the last ${over} of them are not read`;
        this.report('too-many-plugins', message, { file: folder });
      }
      return entries
        .sort((one, other) => (one < other ? -1 : 1))
        .slice(0, MOST_FOLDERS)
        .map((name) => join(folder, name))
        .filter((path) => this.#isFolder(path))
        .sort();
    } catch (error) {
      problem('file-unreadable', `${folder} cannot be read: ${systemReasonOf(error)}`);
      return [];
    }
  }

  /** Or a link to one. */
  #isFolder(path: string): boolean {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isSymbolicLink() !== true) return found?.isDirectory() === true;
    const kind = kindAt(path);
    if (kind === 'absent')
      this.report('link-dangling', `${path} is a symbolic link that points to nothing`, { file: path });
    return kind === 'folder';
  }
}

/** What stands at a path. */
export function kindAt(path: string): 'folder' | 'other' | 'absent' {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return 'absent';
    return stats.isDirectory() ? 'folder' : 'other';
  } catch {
    // It cannot even be asked about: whoever opens it will be told why.
    return 'absent';
  }
}

/** The path with all links resolved, or the path itself where that fails. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
