// All places where hooks may stand, in declared order.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { HookSource, Scope } from '../nouns.js';
import { type Collection, kindAt, realPath } from './collect.js';
import { dropIfGuardBroken, openSheet, readHooksFile, readSettingsHooks } from './document.js';
import { readFrontMatter } from './front-matter.js';
import { readPlugin } from './plugin.js';
import { readSettings } from './settings.js';
import { Sheet } from './sheet.js';

/**
 * Reads everything that the request asks for. Declared order, which is the order in which effects are applied:
 * the project's hooks directory, the user's, settings files from managed to flag, plugins, skills, agents. Of two
 * definitions of the same handler the later counts, so the user's own beats that of a checked-out project.
 */
export function readSources(all: Collection): void {
  const { home, projectDir, plugins, skills, agents } = all.request;
  // In the home directory itself the two are one, and it is the user's.
  if (!isSameFolder(home, projectDir)) readHooksDir(all, projectDir, 'project');
  readHooksDir(all, home, 'user');
  readClaudeSettings(all);
  for (const folder of plugins) readNamedPlugin(all, folder);
  for (const file of skills) readMarkdown(all, file, 'skill');
  for (const file of agents) readMarkdown(all, file, 'agent');
}

const hooksDirOf = (root: string): string => join(root, '.amplifier', 'hooks');

const isSameFolder = (one: string, other: string): boolean => realPath(one) === realPath(other);

function readHooksDir(all: Collection, root: string, scope: 'user' | 'project'): void {
  const hooksDir = hooksDirOf(root);
  const file = join(hooksDir, 'hooks.json');
  const source: HookSource = {
    scope,
    kind: 'hooks-dir',
    file,
    owner: null,
    hooksDir,
    pluginRoot: null,
    pluginData: null,
    rulesRoot: root,
  };
  const loaded = all.json(file);
  if (loaded === 'absent') all.add(source, null);
  else if (loaded === 'again') reportAgain(all, file);
  else {
    const { sheet, root: content } = openSheet(loaded, source, all.rules);
    all.add(source, sheet);
    if (content !== null) readHooksFile(sheet, content);
    dropIfGuardBroken(sheet);
  }
  const folders = all.foldersIn(source, (code, message) => {
    const sheet = new Sheet({ ...source, file: hooksDir }, all.rules, '');
    sheet.drop(code, null, message);
    all.add(sheet.source, sheet);
  });
  for (const folder of folders) readPlugin(all, { folder, scope, hooksDir, rulesRoot: root, how: 'found' });
}

function readClaudeSettings(all: Collection): void {
  const { claudeSettings, home, projectDir } = all.request;
  if (claudeSettings === null) return;
  const { sources, managedFile, flagFile } = claudeSettings;
  if (managedFile !== null) {
    readSettingsFile(all, 'managed', managedFile, dirname(managedFile));
    for (const file of dropIns(all, managedFile))
      readSettingsFile(all, 'managed', file, dirname(managedFile));
  }
  const user = join(home, '.claude', 'settings.json');
  const project = join(projectDir, '.claude', 'settings.json');
  const same = isSameFolder(home, projectDir);
  if (sources.includes('user')) readSettingsFile(all, 'user', user, join(home, '.claude'));
  if (sources.includes('project') && !(same && sources.includes('user')))
    readSettingsFile(all, 'project', project, projectDir);
  if (sources.includes('local'))
    readSettingsFile(all, 'local', join(projectDir, '.claude', 'settings.local.json'), projectDir);
  if (flagFile !== null) readSettingsFile(all, 'flag', flagFile, projectDir);

  for (const scope of ['user', 'project'] as const) {
    const folder = join(scope === 'user' ? home : projectDir, '.claude');
    const stray = join(folder, 'hooks', 'hooks.json');
    if (!sources.includes(scope) || (same && scope === 'project') || !existsSync(stray)) continue;
    const message = `${stray} is not read; move its hooks to ${join(folder, 'settings.json')} or ${join(hooksDirOf(dirname(folder)), 'hooks.json')}`;
    all.report('hooks-file-misplaced', message, { file: stray });
  }
}

/** `managed-settings.d/*.json` beside the managed settings, in name order. */
function dropIns(all: Collection, managedFile: string): readonly string[] {
  const folder = join(dirname(managedFile), 'managed-settings.d');
  all.folders.add(folder);
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function readSettingsFile(all: Collection, scope: Scope, file: string, rulesRoot: string): void {
  const { home, projectDir } = all.request;
  const source: HookSource = {
    scope,
    kind: 'claude-settings',
    file,
    owner: null,
    hooksDir: hooksDirOf(scope === 'user' ? home : projectDir),
    pluginRoot: null,
    pluginData: null,
    rulesRoot,
  };
  const loaded = all.json(file);
  if (loaded === 'absent') {
    all.add(source, null);
    if (scope === 'flag') all.report('source-missing', `The settings file ${file} does not exist`, { file });
  } else if (loaded === 'again') reportAgain(all, file);
  else {
    const { sheet, root } = openSheet(loaded, source, all.rules);
    all.add(source, sheet);
    if (root === null) return;
    readSettingsHooks(sheet, root);
    if (sheet.broken === null) all.settings.push(readSettings(sheet, root));
  }
}

function readNamedPlugin(all: Collection, folder: string): void {
  const kind = kindAt(folder);
  all.folders.add(folder);
  if (kind === 'absent') {
    all.report('source-missing', `The plugin folder ${folder} does not exist`, { file: folder });
  } else if (kind === 'other') {
    all.report('not-a-folder', `The plugin ${folder} is not a folder`, { file: folder });
  } else {
    // So that ${AMPLIFIER_HOOKS_DIR}/<folder>/… means the plugin wherever it lies.
    const hooksDir = dirname(folder);
    readPlugin(all, { folder, scope: 'plugin', hooksDir, rulesRoot: all.request.projectDir, how: 'named' });
  }
}

function readMarkdown(all: Collection, file: string, kind: 'skill' | 'agent'): void {
  const { projectDir } = all.request;
  all.files.add(file);
  const sourceFor = (owner: string): HookSource => ({
    scope: kind,
    kind,
    file,
    owner,
    hooksDir: hooksDirOf(projectDir),
    pluginRoot: kind === 'skill' ? dirname(file) : null,
    pluginData: null,
    rulesRoot: projectDir,
  });
  const sheet = readFrontMatter(file, kind, all.rules, sourceFor);
  if (sheet === null) {
    all.add(sourceFor(basename(file)), null);
    all.report('source-missing', `The ${kind} file ${file} does not exist`, { file });
  } else if (all.isNew(file, true)) all.add(sheet.source, sheet);
  else reportAgain(all, file);
}

const reportAgain = (all: Collection, file: string): void =>
  all.report('file-read-once', `${file} was read before, on another way to it; it is not read twice`, {
    file,
  });
