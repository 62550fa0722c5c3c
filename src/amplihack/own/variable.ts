// Whose a variable is. Hosts hand on what the settings of a project put into the environment.
import { join, resolve } from 'node:path';
import { readWithin } from '../../files/index.js';
import { hasCode, isRecord } from '../../text/index.js';
import { type Context, isBlank } from '../context.js';
import { isOwnFile } from './file.js';

type Env = Context['env'];

/** The environment without those of the named variables that the project's settings name: they are the repository's word. */
export async function ownVariables(context: Context, ...names: readonly string[]): Promise<Env> {
  const given = names.filter((name) => context.env[name] !== undefined);
  if (given.length === 0) return context.env;
  const said = (await Promise.all(settingsFiles(context).map((file) => namesIn(context, file)))).flat();
  const theirs = given.filter((name) => said.includes(name) || said.includes(ANY));
  for (const name of theirs)
    context.warn(`${name} is not heeded: the settings of this project set it, and only the user may`);
  return Object.fromEntries(Object.entries(context.env).filter(([name]) => !theirs.includes(name)));
}

/** Stands for every name, where a file cannot be understood. */
const ANY = '*';

interface SettingsFile {
  readonly projectDir: string;
  readonly name: 'settings.json' | 'settings.local.json';
}

/** The hook may run in a folder of the project whose settings the host has read. */
function settingsFiles({ root, env }: Context): readonly SettingsFile[] {
  const given = env['CLAUDE_PROJECT_DIR'] ?? '';
  const folders = new Set([root, ...(isBlank(given) ? [] : [resolve(root, given)])]);
  return [...folders].flatMap((projectDir) => [
    { projectDir, name: 'settings.json' as const },
    { projectDir, name: 'settings.local.json' as const },
  ]);
}

/** The variables that a settings file of the repository sets. The local file is the user's, as long as git has it not. */
async function namesIn(context: Context, { projectDir, name }: SettingsFile): Promise<readonly string[]> {
  const file = join(projectDir, '.claude', name);
  try {
    const settings: unknown = JSON.parse(readWithin(projectDir, file).toString('utf8').trim() || '{}');
    const env = isRecord(settings) ? settings['env'] : null;
    const names = isRecord(env) ? Object.keys(env) : [];
    if (names.length === 0 || name === 'settings.json') return names;
    const silent = { ...context, root: projectDir, warn: () => undefined };
    return (await isOwnFile(silent, file)) ? [] : names;
  } catch (error) {
    return hasCode(error, 'ENOENT', 'ENOTDIR') ? [] : [ANY];
  }
}
