// Copies of files as they were before they were changed, and the way back.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inOneStep, newPrivateFile, privateFolder, replaceFile, textIfThere } from '../../files/index.js';
import { sha256, systemReasonOf } from '../../text/index.js';
import { type Infer, listOf, number, oneOf, open, optional, orNull, text } from '../../text/shapes/index.js';
import { codeOfFileError, PluginProblem } from '../problem.js';

const MANIFEST_VERSION = 1;

const manifestShape = open({
  version: oneOf(MANIFEST_VERSION),
  /** The file that was changed. */
  file: text,
  /** When, in ISO form. */
  at: text,
  /** What changed it. */
  by: text,
  /** Digest of what it was; `null`: it did not exist. */
  before: orNull(text),
  /** Digest of what it became; `null`: it was removed. */
  after: orNull(text),
  /** Permissions it had. */
  mode: number,
  /** Folders that were made for it, the outermost first. */
  folders: optional(listOf(text)),
});

/** One file as it was. Its folder is called by its id and holds `manifest.json` and, where there was a file, `content`. */
export type Backup = Omit<Infer<typeof manifestShape>, 'version'> & { readonly id: string };

export const backupsFolder = (home: string): string => join(home, '.amplifier', 'hooks-backups');

export const digestOf = (text: string): string => sha256(text);

export interface Replacement {
  readonly home: string;
  readonly file: string;
  /** What the file must still hold; `null`: nothing, it must not exist. */
  readonly before: string | null;
  /** `null`: the file is to be removed. */
  readonly after: string | null;
  readonly by: string;
  readonly now: Date;
  /** Permissions of a new file; without them the umask decides. */
  readonly mode?: number;
  /** Folders that go with a file that is removed, where nothing else is in them; the outermost first. */
  readonly folders?: readonly string[];
}

/** Replaces a file after its backup is safe. Throws `PluginProblem`, and then the file is as it was. */
export function replaceWithBackup(order: Replacement): Backup {
  const { home, file, before, after, now } = order;
  if (textOf(file) !== before)
    throw new PluginProblem('busy', `${file} was changed by somebody else just now`, {
      hint: 'Nothing was written. Run the same command again.',
    });
  const mode = before === null ? 0o644 : doing(`${file} cannot be read`, () => statSync(file).mode & 0o777);
  const backup: Backup = {
    id: `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}-${randomUUID().slice(0, 6)}`,
    file,
    at: now.toISOString(),
    by: order.by,
    before: before === null ? null : digestOf(before),
    after: after === null ? null : digestOf(after),
    mode,
    folders: missingFolders(dirname(file)),
  };
  doing(`${file} was not changed, because no backup can be made`, () => save(home, backup, before));
  doing(`${file} cannot be written`, () => {
    if (after !== null)
      return replaceFile(file, after, { durable: true, ...(before === null ? modeOf(order) : {}) });
    rmSync(file);
    removeEmpty(order.folders ?? []);
  });
  return backup;
}

const modeOf = ({ mode }: Replacement): { readonly mode?: number } => (mode === undefined ? {} : { mode });

const missingFolders = (folder: string): readonly string[] =>
  existsSync(folder) || dirname(folder) === folder ? [] : [...missingFolders(dirname(folder)), folder];

function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder);
    } catch {
      // Something else is in it, or it is gone.
      return;
    }
  }
}

/** Does something with files; what goes wrong is told in words. */
function doing<T>(failing: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new PluginProblem(codeOfFileError(error), `${failing}: ${systemReasonOf(error)}`, {
      hint: 'Check that you may write there, and that there is room.',
      cause: error,
    });
  }
}

/** A folder appears whole or not at all. */
function save(home: string, backup: Backup, content: string | null): void {
  inOneStep(join(backupsFolder(home), backup.id), (folder) => {
    privateFolder(folder);
    if (content !== null) newPrivateFile(join(folder, 'content'), content);
    const manifest = `${JSON.stringify({ version: MANIFEST_VERSION, ...backup }, null, 2)}\n`;
    newPrivateFile(join(folder, 'manifest.json'), manifest);
  });
}

/** All backups, the newest first. Folders that are none are overlooked. */
export function listBackups(home: string): readonly Backup[] {
  const folder = backupsFolder(home);
  let names: readonly string[];
  try {
    names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  } catch {
    // No folder, no backups.
    return [];
  }
  return names
    .flatMap((name) => readManifest(join(folder, name), name) ?? [])
    .sort((one, other) => (one.at === other.at ? (one.id < other.id ? 1 : -1) : one.at < other.at ? 1 : -1));
}

function readManifest(folder: string, id: string): Backup | null {
  let value: unknown;
  try {
    value = JSON.parse(textIfThere(join(folder, 'manifest.json')) ?? '');
  } catch {
    // Not a backup, or not one that can be used.
    return null;
  }
  if (!manifestShape.is(value)) return null;
  const { file, at, by, before, after, mode, folders = [] } = value;
  return { id, file, at, by, before, after, mode, folders };
}

export interface RestorePlan {
  readonly backup: Backup;
  /** As the file is now; `null`: there is none. */
  readonly now: string | null;
  /** As it would be; `null`: it would be removed. */
  readonly restored: string | null;
  /** Somebody edited it since. */
  readonly edited: boolean;
}

/** The file as it was; `null`: there was none. Throws `PluginProblem` where the copy is damaged. */
export function contentOf(home: string, backup: Backup): string | null {
  if (backup.before === null) return null;
  const content = textOf(join(backupsFolder(home), backup.id, 'content'));
  if (content === null || digestOf(content) !== backup.before)
    throw new PluginProblem('no-backup', `the copy in backup ${backup.id} is missing or damaged`, {
      hint: 'Choose another one; `amplifier-hooks restore` lists them.',
    });
  return content;
}

/** What putting a backup back would do. Throws `PluginProblem` where the copy is damaged. */
export function planRestore(home: string, backup: Backup): RestorePlan {
  const restored = contentOf(home, backup);
  const now = textOf(backup.file);
  const digest = now === null ? null : digestOf(now);
  return { backup, now, restored, edited: digest !== backup.after && digest !== backup.before };
}

/** Puts it back; what is there now is backed up first. `null`: it is so already. */
export function restore(home: string, { backup, now, restored }: RestorePlan, at: Date): Backup | null {
  if (now === restored) return null;
  return replaceWithBackup({
    home,
    file: backup.file,
    before: now,
    after: restored,
    folders: backup.folders ?? [],
    by: `restore ${backup.id}`,
    now: at,
  });
}

function textOf(file: string): string | null {
  try {
    return textIfThere(file);
  } catch (error) {
    throw new PluginProblem('cannot-read', `${file} cannot be read: ${systemReasonOf(error)}`, {
      cause: error,
    });
  }
}
