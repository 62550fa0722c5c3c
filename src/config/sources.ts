// All places where hooks may stand, in declared order.
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { HookSource, Scope } from '../nouns.js';
import { entryOf, type ObjectTree, systemReasonOf } from '../text/index.js';
import { type Collection, kindAt } from './collect.js';
import {
  dropIfGuardBroken,
  loadJson,
  objectIn,
  openSheet,
  readHooksFile,
  readSettingsHooks,
} from './document.js';
import { readFrontMatter } from './front-matter.js';
import { dropInFolder, dropInsOf, POLICY_KEY } from './managed-file.js';
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
  if (!isHome(all, projectDir)) readHooksDir(all, projectDir, 'project');
  readHooksDir(all, home, 'user');
  readClaudeSettings(all);
  for (const folder of plugins) readNamedPlugin(all, folder);
  for (const file of skills) readMarkdown(all, file, 'skill');
  for (const file of agents) readMarkdown(all, file, 'agent');
}

const hooksDirOf = (root: string): string => join(root, '.amplifier', 'hooks');

const isHome = (all: Collection, folder: string): boolean =>
  all.realOf(all.request.home) === all.realOf(folder);

function readHooksDir(all: Collection, root: string, scope: 'user' | 'project'): void {
  const hooksDir = hooksDirOf(root);
  const file = join(hooksDir, 'hooks.json');
  const source: HookSource = {
    scope,
    kind: 'hooks-dir',
    file,
    owner: null,
    skill: null,
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
  const folders = all.foldersIn(hooksDir, (code, message) => {
    const sheet = new Sheet({ ...source, file: hooksDir }, all.rules, '');
    sheet.drop(code, null, message);
    all.add(sheet.source, sheet);
  });
  for (const folder of folders) readPlugin(all, { folder, scope, hooksDir, rulesRoot: root, how: 'found' });
}

function readClaudeSettings(all: Collection): void {
  const { claudeSettings, home, projectDir } = all.request;
  readManaged(all);
  if (claudeSettings === null) return;
  const { sources, flagFile } = claudeSettings;
  const user = join(home, '.claude', 'settings.json');
  const project = join(projectDir, '.claude', 'settings.json');
  const same = isHome(all, projectDir);
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

/** The administrator's settings, and `managed-settings.d/*.json` beside them. */
export function readManaged(all: Collection): void {
  const { claudeSettings, policyFile } = all.request;
  const managedFile = claudeSettings === null ? policyFile : claudeSettings.managedFile;
  if (managedFile === null) return;
  all.folders.add(dropInFolder(managedFile));
  const files = [managedFile, ...dropIns(all, managedFile)];
  for (const file of files) all.files.add(file);
  // A host that does not read Claude's settings is bound by a policy nevertheless, and by all that stands beside it.
  if (claudeSettings === null && !files.some(mayHoldPolicy)) return;
  for (const file of files) readSettingsFile(all, 'managed', file, dirname(managedFile));
}

function dropIns(all: Collection, managedFile: string): readonly string[] {
  try {
    return dropInsOf(managedFile);
  } catch (error) {
    const file = dropInFolder(managedFile);
    const why = `${file} cannot be read: ${systemReasonOf(error)}`;
    all.report('file-unreadable', why, { file });
    if (all.rules.profile.brokenManagedSettings === 'deny') all.managedFaults.push({ file, why });
    return [];
  }
}

function mayHoldPolicy(file: string): boolean {
  const loaded = loadJson(file);
  if (loaded === null) return false;
  const root = objectIn(loaded);
  return root === null ? loaded.json !== null || loaded.read.state === 'broken' : hasPolicy(root);
}

const hasPolicy = (root: ObjectTree): boolean => entryOf(root, POLICY_KEY) !== undefined;

/** What a broken file required is not known; where it speaks of a policy, or a profile says so, it is not passed over. */
function noticeFault(all: Collection, { source, broken }: Sheet, speaksOfPolicy: boolean): void {
  if (source.scope !== 'managed' || broken === null) return;
  if (all.rules.profile.brokenManagedSettings === 'deny' || speaksOfPolicy)
    all.managedFaults.push({ file: source.file, why: broken });
}

function readSettingsFile(all: Collection, scope: Scope, file: string, rulesRoot: string): void {
  const { home, projectDir } = all.request;
  const source: HookSource = {
    scope,
    kind: 'claude-settings',
    file,
    owner: null,
    skill: null,
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
    if (root !== null) readSettingsHooks(sheet, root);
    if (root !== null && sheet.broken === null) all.settings.push(readSettings(sheet, root));
    noticeFault(all, sheet, root === null ? loaded.read.text.includes(POLICY_KEY) : hasPolicy(root));
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
    skill: kind === 'skill' ? owner : null,
    hooksDir: hooksDirOf(projectDir),
    pluginRoot: kind === 'skill' ? dirname(file) : null,
    pluginData: null,
    rulesRoot: projectDir,
  });
  const sheet = readFrontMatter(file, all.rules, sourceFor);
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
