// What hooks need of the machine: Node, shells, pipes, folders, a clock.
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  lstatSync,
  realpathSync,
  type Stats,
  statfsSync,
  statSync,
  watch,
} from 'node:fs';
import { basename, delimiter, dirname } from 'node:path';
import type { Settled } from '../engine/index.js';
import { findOwnProgram, foldersOf, HERE, hasModes, isWindows } from '../machine/index.js';
import { fastTempDir } from '../run/index.js';
import { momentOf, plural, systemReasonOf } from '../text/index.js';
import { type Finding, inArea } from './finding.js';

const { pass, warn, fail } = inArea('machine');

type Env = Readonly<Record<string, string | undefined>>;

const OLDEST_NODE = [20, 19] as const;

export function nodeVersion(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldMajor, oldMinor] = OLDEST_NODE;
  if (major > oldMajor || (major === oldMajor && minor >= oldMinor)) return pass(`Node ${version}`);
  return fail(
    `Node ${version} is too old: ${OLDEST_NODE.join('.')} is the oldest that works`,
    'Install a newer Node.',
  );
}

/** Which shells read the commands of hooks. */
export async function shells({
  env,
  profile,
}: Pick<Settled, 'env' | 'profile'>): Promise<readonly Finding[]> {
  const { ShellFinder } = await import('../run/index.js');
  const { bash, sh, powershell, last } = new ShellFinder({}).find(env['PATH'] ?? '');
  const findings: Finding[] = [];
  if (last !== null) return [onWindows(bash, powershell)];
  if (bash !== null) findings.push(pass(`bash: ${bash}`));
  else if (profile.shell === 'sh')
    findings.push(pass('bash is not installed; in this profile hooks run under sh'));
  else
    findings.push(
      warn(
        'bash is not installed: hooks run under sh, where [[ ]] and arrays are syntax errors, which block',
        'Install bash, or write the hooks for sh.',
      ),
    );
  if (sh === null) findings.push(fail('there is no /bin/sh', 'Install a POSIX shell.'));
  else findings.push(pass(`/bin/sh is ${flavourOf(sh)}`));
  return findings;
}

function onWindows(bash: string | null, powershell: string | null): Finding {
  if (bash !== null) return pass(`Git Bash: ${bash}`);
  const hint = 'Install Git for Windows, or set CLAUDE_CODE_GIT_BASH_PATH to its bash.exe.';
  if (powershell === null) return fail('there is neither Git Bash nor PowerShell', hint);
  return warn(`there is no Git Bash: hooks run under ${powershell}, and those written for bash fail`, hint);
}

function flavourOf(sh: string): string {
  const name = basename(realpathSync(sh));
  return name === 'sh' ? 'a shell of its own' : name;
}

export function pathVariable({ env }: Pick<Settled, 'env'>): Finding {
  const path = env['PATH'];
  if (path === undefined || path === '')
    return fail('PATH is not set: hooks find no program', 'Set PATH where the host is started.');
  const entries = path.split(delimiter);
  const relative = entries.filter((entry) => foldersOf(entry).length === 0);
  if (relative.length === 0) return pass(`PATH has ${plural(entries.length, 'folder')}`);
  return warn(
    `PATH has entries that depend on the working directory: ${relative.map((entry) => JSON.stringify(entry)).join(', ')}`,
    'Remove them: a project could bring its own programs. They are passed over when hooks are started.',
  );
}

/** The folder for the pipes of hooks, and that pipes can be made there. */
export async function pipes(env: Env): Promise<readonly Finding[]> {
  const base = fastTempDir(env);
  const { TempFolder } = await import('../run/index.js');
  const folder = new TempFolder(base);
  try {
    const name = folder.newName();
    const program = findOwnProgram('mkfifo');
    const made = program === null ? null : spawnSync(program, ['-m', '600', name], { timeout: 5000 });
    const private_ = pass(`temporary files: ${base}, for you only`);
    if (made?.status === 0 && lstatSync(name).isFIFO()) return [private_, pass('named pipes can be made')];
    const why =
      made === null
        ? 'there is no mkfifo'
        : (made.error?.message ?? (made.stderr.toString().trim() || 'mkfifo makes something else'));
    return [
      private_,
      warn(
        `named pipes cannot be made (${why}): hooks that open /dev/stdout or /dev/stderr by name fail`,
        'Install mkfifo (coreutils).',
      ),
    ];
  } catch (error) {
    return [
      fail(
        `the folder for temporary files cannot be used: ${systemReasonOf(error)}`,
        `Remove ${base}, or make it yours alone: chmod 700 ${base}`,
      ),
    ];
  } finally {
    folder.remove();
  }
}

/** Whether the processes of a hook can be found when it has to be ended. Nothing is said where they can. */
export async function processList(): Promise<readonly Finding[]> {
  const { listProcesses } = await import('../machine/processes/index.js');
  if (isWindows(HERE) || listProcesses().length > 0) return [];
  return [
    warn(
      'the system lists no processes: what a hook detaches from its process group is not ended with it',
      'Mount /proc, or install ps.',
    ),
  ];
}

/** Where env files, long output and the journal go. Nothing is made here. */
export function stateFolder(stateDir: string): Finding {
  const stats = statOf(stateDir);
  if (stats === null) {
    const parent = nearest(dirname(stateDir));
    const full = whyFull(parent);
    if (full !== null) return fail(`state: ${stateDir} cannot be made: ${full}`, ROOM);
    return isWritable(parent)
      ? pass(`state: ${stateDir} (made when it is needed)`)
      : fail(
          `state: ${stateDir} cannot be made, because ${parent} cannot be written to`,
          `Make ${parent} writable for you.`,
        );
  }
  if (!stats.isDirectory()) return fail(`state: ${stateDir} is not a folder`, `Move ${stateDir} away.`);
  if (!isWritable(stateDir))
    return fail(`state: ${stateDir} cannot be written to`, `Make it yours: chown "$USER" ${stateDir}`);
  const full = whyFull(stateDir);
  if (full !== null) return fail(`state: nothing can be written to ${stateDir}: ${full}`, ROOM);
  if (hasModes() && (stats.mode & 0o077) !== 0) {
    const mode = (stats.mode & 0o777).toString(8);
    return warn(
      `state: others may look into ${stateDir} (mode 0${mode}), and what hooks see is private`,
      `chmod 700 ${stateDir}`,
    );
  }
  return pass(`state: ${stateDir}, for you only`);
}

const ROOM = 'Make room there, or set XDG_STATE_HOME to a folder with room.';

/** A disk without room, or a file system that stores nothing at all. */
function whyFull(folder: string): string | null {
  try {
    const { bavail, files, ffree } = statfsSync(folder);
    return bavail === 0 || (files > 0 && ffree === 0) ? `there is no room left in ${folder}` : null;
  } catch {
    // Whoever writes there will be told.
    return null;
  }
}

/** Whether a session that goes on notices edited hooks. */
export function watches({ projectDir }: Pick<Settled, 'projectDir'>): Finding {
  try {
    watch(projectDir, { persistent: false }).close();
    return pass('edited hooks are noticed');
  } catch (error) {
    return warn(
      `edited hooks are not noticed until the host is started again: ${systemReasonOf(error)}`,
      'Allow more watches: sysctl fs.inotify.max_user_watches and fs.inotify.max_user_instances.',
    );
  }
}

export function homeFolder({
  env,
  home,
  homeMissing,
}: Pick<Settled, 'env' | 'home' | 'homeMissing'>): Finding {
  if (homeMissing !== null)
    return fail(
      `there is no home directory, so hooks of the user are not loaded: ${homeMissing}`,
      'Set HOME where the host is started.',
    );
  if (env['HOME'] === undefined || env['HOME'] === '')
    return warn(
      `HOME is not set; ${home} is taken, but hooks that use $HOME see nothing`,
      'Set HOME where the host is started.',
    );
  if (statOf(home)?.isDirectory() !== true)
    return fail(`home: ${home} is not a folder`, 'Create it, or set HOME.');
  return pass(`home: ${home}`);
}

/** The first moment at which this program can run. */
const EARLIEST = Date.parse('2025-01-01T00:00:00Z');
const TOLERANCE_MS = 120_000;

/** A clock that is wrong spoils the order of the journal, and edits are not noticed. */
export function clock(now: number, files: readonly string[]): Finding {
  if (now < EARLIEST) return fail(`the clock says ${momentOf(now)}`, 'Set the clock of this machine.');
  const ahead = files.filter((file) => (statOf(file)?.mtimeMs ?? 0) > now + TOLERANCE_MS);
  if (ahead.length === 0) return pass('the clock agrees with the files');
  return warn(
    `the clock is behind: ${ahead.join(', ')} ${ahead.length === 1 ? 'was' : 'were'} changed in the future`,
    'Set the clock, or touch the files.',
  );
}

function nearest(folder: string): string {
  return statOf(folder) !== null || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    // It cannot even be asked about, which is as good as absent.
    return null;
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
