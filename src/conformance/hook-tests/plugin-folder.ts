// Which plugin a test file is about, and where that plugin belongs in a project.
import { existsSync } from 'node:fs';
import { cp, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

export interface PluginFolder {
  readonly folder: string;
  /** Where it is installed, relative to the project. */
  readonly target: string;
}

const MARKS = ['hooks.json', 'hooks/hooks.json', 'plugin.json', '.claude-plugin/plugin.json'];
/** A test lies beside its plugin or a little below it. */
const MOST_LEVELS = 4;
const HOOKS_DIR = join('.amplifier', 'hooks');

/** The plugin that a test file lies in; `null`: none. */
export function pluginFolderOf(testFile: string): PluginFolder | null {
  let folder = dirname(resolve(testFile));
  for (let level = 0; level < MOST_LEVELS && dirname(folder) !== folder; level++) {
    if (MARKS.some((mark) => existsSync(join(folder, mark)))) return placed(folder);
    folder = dirname(folder);
  }
  return null;
}

function placed(folder: string): PluginFolder {
  if (basename(folder) !== 'hooks') return { folder, target: join(HOOKS_DIR, basename(folder)) };
  const parent = dirname(folder);
  // The hooks directory itself, with everything in it; elsewhere a folder of that name is a part of a plugin.
  if (basename(parent) === '.amplifier') return { folder, target: HOOKS_DIR };
  return { folder: parent, target: join(HOOKS_DIR, basename(parent)) };
}

/** Copies a plugin, except what belongs to version control; its dependencies are linked. */
export async function install({ folder, target }: PluginFolder, project: string): Promise<void> {
  const dependencies = join(folder, 'node_modules');
  const leftOut = [join(folder, '.git'), dependencies];
  await cp(folder, join(project, target), {
    recursive: true,
    filter: (source) => !leftOut.includes(source),
  });
  if (existsSync(dependencies)) await symlink(dependencies, join(project, target, 'node_modules'));
}
