// Where the shells are that read the commands of hooks.
import { madeOnce } from '../text/index.js';
import { findProgram } from './programs.js';
import { HERE, isWindows, pathsOf, type System } from './system.js';

/** Each is looked for when it is asked for: hardly any hook needs more than one. */
export interface Shells {
  /** Absolute path; `null`: there is none. */
  readonly bash: string | null;
  readonly sh: string | null;
  readonly powershell: string | null;
  /** What reads a command that asks for no shell, where there is neither bash nor sh. */
  readonly last: 'powershell' | null;
}

export function findShells(path: string, system: System = HERE): Shells {
  return isWindows(system) ? onWindows(path, system) : elsewhere(path, system);
}

function elsewhere(path: string, system: System): Shells {
  const first = (files: readonly string[]): string | null => files.find(system.isProgram) ?? null;
  const bash = madeOnce(() => findProgram('bash', path, system) ?? first(['/bin/bash', '/usr/bin/bash']));
  const sh = madeOnce(() => first(['/bin/sh']) ?? findProgram('sh', path, system));
  const powershell = madeOnce(() => findPowershell(path, system));
  return {
    get bash() {
      return bash();
    },
    get sh() {
      return sh();
    },
    get powershell() {
      return powershell();
    },
    last: null,
  };
}

function onWindows(path: string, system: System): Shells {
  const root = system.env['SYSTEMROOT'] ?? 'C:\\Windows';
  const own = `${root}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`;
  const bash = madeOnce(() => gitBash(path, system));
  const powershell = madeOnce(() => findPowershell(path, system) ?? (system.isProgram(own) ? own : null));
  return {
    get bash() {
      return bash();
    },
    sh: null,
    get powershell() {
      return powershell();
    },
    last: 'powershell',
  };
}

const findPowershell = (path: string, system: System): string | null =>
  findProgram('pwsh', path, system) ?? findProgram('powershell', path, system);

/** The bash of Git for Windows: named by the variable that Claude Code reads, beside git, where it is usually installed. */
function gitBash(path: string, system: System): string | null {
  const { join, dirname } = pathsOf(system);
  const { env } = system;
  const git = findProgram('git', path, system);
  const installed = [
    env['PROGRAMFILES'] ?? 'C:\\Program Files',
    env['ProgramFiles(x86)'] ?? 'C:\\Program Files (x86)',
    ...(env['LOCALAPPDATA'] === undefined ? [] : [join(env['LOCALAPPDATA'], 'Programs')]),
  ];
  const files = [
    env['CLAUDE_CODE_GIT_BASH_PATH'] ?? '',
    // `Git\cmd\git.exe`, `Git\bin\git.exe` and `Git\mingw64\bin\git.exe`.
    ...(git === null ? [] : ['..', '../..'].map((up) => join(dirname(git), up, 'bin', 'bash.exe'))),
    ...installed.map((folder) => join(folder, 'Git', 'bin', 'bash.exe')),
    ...foldersWithBash(path, system),
  ];
  return files.find((file) => file !== '' && system.isProgram(file)) ?? null;
}

/** Not that of the system's own folders: it starts Linux, where the files of this system have other names. */
function foldersWithBash(path: string, system: System): readonly string[] {
  const { delimiter } = pathsOf(system);
  const folders = path.split(delimiter).filter((folder) => !/\\(?:system32|windowsapps)\\?"?$/i.test(folder));
  const found = findProgram('bash', folders.join(delimiter), system);
  return found === null ? [] : [found];
}
