// Which hooks a test file is about, and where they belong in the project or home of the test.
import { existsSync, readdirSync } from 'node:fs';
import { cp, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { liesIn } from '../../files/index.js';
import { scriptsNamed } from './named-scripts.js';

export interface PluginFolder {
  readonly folder: string;
  /** Where it is installed, relative to the project. */
  readonly target: string;
  /** The project or home directory that it lies in, whose scripts its hooks may name; `null`: nobody's. */
  readonly root: string | null;
}

const MARKS = ['hooks.json', 'hooks/hooks.json', 'plugin.json', '.claude-plugin/plugin.json'];
const SETTINGS = ['settings.json', 'settings.local.json'];
/** A test lies beside its plugin or a little below it. */
const MOST_LEVELS = 4;
const HOOKS_DIR = join('.amplifier', 'hooks');
/** In a larger folder only what hooks name is theirs. */
const MOST_FILES = 1000;
const LEFT_OUT = ['.git', 'node_modules'];

/** The plugin, hooks directory or `.claude` folder that a test file lies in; `null`: none. */
export function pluginFolderOf(testFile: string): PluginFolder | null {
  let folder = dirname(resolve(testFile));
  for (let level = 0; level < MOST_LEVELS && dirname(folder) !== folder; level++) {
    if (isClaudeFolder(folder)) return { folder, target: '.claude', root: dirname(folder) };
    // What is called hooks there is a folder for scripts.
    const isScripts = isClaudeFolder(dirname(folder)) && basename(folder) === 'hooks';
    if (!isScripts && MARKS.some((mark) => existsSync(join(folder, mark)))) return placed(folder);
    folder = dirname(folder);
  }
  return null;
}

const isClaudeFolder = (folder: string): boolean =>
  basename(folder) === '.claude' && SETTINGS.some((name) => existsSync(join(folder, name)));

function placed(folder: string): PluginFolder {
  const parent = dirname(folder);
  // The hooks directory itself, with everything in it; elsewhere a folder of that name is a part of a plugin.
  if (isHooksDir(folder)) return { folder, target: HOOKS_DIR, root: dirname(parent) };
  const plugin = basename(folder) === 'hooks' ? parent : folder;
  const above = dirname(plugin);
  return {
    folder: plugin,
    target: join(HOOKS_DIR, basename(plugin)),
    root: isHooksDir(above) ? dirname(dirname(above)) : null,
  };
}

const isHooksDir = (folder: string): boolean =>
  basename(folder) === 'hooks' && basename(dirname(folder)) === '.amplifier';

/** Where a test runs. */
export interface Scratch {
  readonly start: string;
  readonly home: string;
}

/** Copies hooks with the scripts that they name; those of the user's home directory into the home of the test. */
export async function install(plugin: PluginFolder, scratch: Scratch, home: string | null): Promise<void> {
  const { folder, target, root } = plugin;
  const into = root !== null && root === home ? scratch.home : scratch.start;
  const isClaude = target === '.claude';
  if (isClaude)
    for (const name of [...SETTINGS, 'hooks']) await copy(join(folder, name), join(into, target, name));
  else await copy(folder, join(into, target));
  if (root === null) return;
  const copied = isClaude ? join(folder, 'hooks') : folder;
  for (const script of scriptsNamed(root, folder)) {
    if (!liesIn(copied, script)) await bring(script, root, into);
  }
}

/** A script comes with what lies beside it, since it may read it; from the root of a project it comes alone. */
async function bring(script: string, root: string, into: string): Promise<void> {
  const beside = dirname(script);
  const isWhole = beside !== root && isSmall(beside);
  const from = isWhole ? beside : script;
  await copy(from, join(into, relative(root, from)));
}

function isSmall(folder: string): boolean {
  const folders = [folder];
  let files = 0;
  for (const one of folders) {
    for (const entry of readdirSync(one, { withFileTypes: true })) {
      if (entry.isDirectory() && !LEFT_OUT.includes(entry.name)) folders.push(join(one, entry.name));
      files++;
      if (files > MOST_FILES) return false;
    }
  }
  return true;
}

/** Except what belongs to version control; dependencies are linked. */
async function copy(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  const dependencies = join(from, 'node_modules');
  const leftOut = LEFT_OUT.map((name) => join(from, name));
  await cp(from, to, { recursive: true, filter: (source) => !leftOut.includes(source) });
  const link = join(to, 'node_modules');
  if (existsSync(dependencies) && !existsSync(link)) await symlink(dependencies, link);
}
