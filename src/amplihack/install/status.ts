// What is installed, and what is wrong with it. Changes nothing.
import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isProgram } from '../../machine/index.js';
import { type Difference, differencesOf, programsOf, type Registered, registeredIn } from './inspect.js';
import { InstallProblem } from './problem.js';
import { assertInside, readSettings } from './settings-file.js';
import { versionOf } from './version-of.js';

export type SettingsName = 'user' | 'project' | 'amplifier' | 'amplifier-project' | 'named';

export interface Places {
  readonly home: string;
  readonly projectDir: string;
}

/** Where hooks of this package are looked for. */
export const settingsFiles = ({ home, projectDir }: Places): readonly (readonly [SettingsName, string])[] => [
  ['user', join(home, '.claude', 'settings.json')],
  ['project', join(projectDir, '.claude', 'settings.json')],
  ['amplifier', join(home, '.amplifier', 'hooks', 'hooks.json')],
  ['amplifier-project', join(projectDir, '.amplifier', 'hooks', 'hooks.json')],
];

export interface FileStatus {
  readonly name: SettingsName;
  readonly file: string;
  readonly state: 'read' | 'absent' | 'broken';
  /** Why it is broken. */
  readonly why: string | null;
  readonly registered: readonly Registered[];
  readonly differences: readonly Difference[];
}

export interface ExecutableStatus {
  readonly path: string;
  /** `unasked`: only a project names it, and what a project brings is not started just to look at it. */
  readonly state: 'fine' | 'missing' | 'not-executable' | 'relative' | 'unasked';
  readonly version: string | null;
}

/** A difference from what should be, wherever it was found. */
export interface Warning {
  readonly kind: Difference['kind'] | 'twice' | 'executable' | 'version' | 'unreadable';
  readonly message: string;
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
}

export interface Status {
  /** Of this package. */
  readonly version: string;
  readonly files: readonly FileStatus[];
  readonly executables: readonly ExecutableStatus[];
  readonly warnings: readonly Warning[];
}

export interface StatusQuestion extends Places {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** The executable of this package. */
  readonly packaged: string | null;
  /** A further settings file. */
  readonly settings: string | null;
}

const OF_PROJECTS: readonly SettingsName[] = ['project', 'amplifier-project'];

export async function statusOf(question: StatusQuestion): Promise<Status> {
  const { version, settings } = question;
  const known = settingsFiles(question).filter(
    ([, file], index, all) => !all.slice(0, index).some(([, other]) => isSameFile(file, other)),
  );
  const isNew = settings !== null && !known.some(([, file]) => isSameFile(file, settings));
  const files = [...known, ...(isNew ? [['named', settings] as const] : [])].map(([name, file]) =>
    look(name, file, OF_PROJECTS.includes(name) ? question.projectDir : null),
  );
  const own = files.filter(({ name }) => !OF_PROJECTS.includes(name));
  const mayStart = new Set(programsOf(own.flatMap(({ registered }) => registered)));
  const programs = programsOf(files.flatMap(({ registered }) => registered));
  const executables = await Promise.all(programs.map((path) => lookAt(path, question, mayStart.has(path))));
  return {
    version,
    files,
    executables,
    warnings: [
      ...files.flatMap(ofFile),
      ...executables.flatMap((one) => ofExecutable(one, files, version)),
      ...twice(files),
    ],
  };
}

function look(name: SettingsName, file: string, projectDir: string | null): FileStatus {
  const nothing = { name, file, why: null, registered: [], differences: [] };
  try {
    assertInside(file, projectDir);
    const { text, isThere } = readSettings(file);
    if (!isThere) return { ...nothing, state: 'absent' };
    const registered = registeredIn(text);
    return { name, file, state: 'read', why: null, registered, differences: differencesOf(registered) };
  } catch (error) {
    if (!(error instanceof InstallProblem)) throw error;
    return { ...nothing, state: 'broken', why: error.message };
  }
}

async function lookAt(path: string, question: StatusQuestion, mayStart: boolean): Promise<ExecutableStatus> {
  const { env, packaged, version } = question;
  if (!isAbsolute(path)) return { path, state: 'relative', version: null };
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
    return { path, state: 'missing', version: null };
  if (!isProgram(path)) return { path, state: 'not-executable', version: null };
  if (packaged !== null && isSameFile(path, packaged)) return { path, state: 'fine', version };
  return mayStart
    ? { path, state: 'fine', version: await versionOf(path, env) }
    : { path, state: 'unasked', version: null };
}

const ofFile = ({ file, why, differences }: FileStatus): readonly Warning[] => [
  ...(why === null ? [] : [warning('unreadable', file, null, `cannot be checked: ${why}`)]),
  ...differences.map((one) => warning(one.kind, file, one, one.message)),
];

function warning(
  kind: Warning['kind'],
  file: string,
  at: { readonly line: number; readonly column: number } | null,
  message: string,
): Warning {
  return { kind, message, file, line: at?.line ?? null, column: at?.column ?? null };
}

function ofExecutable(
  { path, state, version }: ExecutableStatus,
  files: readonly FileStatus[],
  own: string,
): readonly Warning[] {
  const users = files.flatMap(({ file, registered }) =>
    registered.flatMap((one) =>
      one.ours.kind === 'executable' && one.ours.program === path ? [{ file, one }] : [],
    ),
  );
  const [user] = users;
  if (user === undefined) return [];
  const warn = (kind: Warning['kind'], message: string) => [warning(kind, user.file, user.one, message)];
  const stopped =
    users.length === 1 ? 'so this hook cannot run' : `so these ${users.length} hooks cannot run`;
  switch (state) {
    case 'missing':
      return warn('executable', `${path} does not exist, ${stopped}`);
    case 'not-executable':
      return warn('executable', `${path} is not executable, ${stopped}`);
    case 'relative':
      return warn(
        'executable',
        `${path} is not an absolute path; which program it is depends on where a hook runs`,
      );
    case 'unasked':
      return [];
    case 'fine':
      if (version === own) return [];
      return warn(
        'version',
        version === null
          ? `${path} does not state its version`
          : `${path} is version ${version}, this is ${own}`,
      );
  }
}

/** Two files that one host reads. */
const PAIRS: readonly (readonly [SettingsName, SettingsName])[] = [
  ['user', 'project'],
  ['amplifier', 'amplifier-project'],
];

function twice(files: readonly FileStatus[]): readonly Warning[] {
  const having = (name: SettingsName) => files.find((one) => one.name === name && one.registered.length > 0);
  return PAIRS.flatMap(([one, other]) => {
    const [first, second] = [having(one), having(other)];
    if (first === undefined || second === undefined) return [];
    const at = second.registered[0] ?? null;
    return [warning('twice', second.file, at, `registered in ${first.file} too, so each hook runs twice`)];
  });
}

function isSameFile(one: string, other: string): boolean {
  return one === other || realPath(one) === realPath(other);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
