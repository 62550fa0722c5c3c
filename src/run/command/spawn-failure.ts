// Why the system refused to start a program, in words.
import { resolve } from 'node:path';
import { findProgram, isBatchFile } from '../../machine/index.js';
import { codeOf, reasonOf } from '../../text/index.js';
import { interpreterLine, isPath, kindOf, locate } from './files.js';
import { type Launch, type LaunchFailed, launchFailed } from './launch.js';
import { isPassing } from './room.js';

type Env = Readonly<Record<string, string>>;

/** Names the problem and the path that was tried. */
export function spawnFailure(error: unknown, launch: Launch, cwd: string, env: Env): LaunchFailed {
  const code = codeOf(error);
  const file = locate(launch.file, cwd, env['PATH'] ?? '');
  const tried = file ?? (isPath(launch.file) ? resolve(cwd, launch.file) : launch.file);
  if (file !== null && needsShell(file, code)) return batchFile(file);
  if (code === 'E2BIG') {
    const bytes = launch.args.reduce((sum, arg) => sum + Buffer.byteLength(arg) + 1, 0);
    const hint = 'move the command into a script';
    return launchFailed(
      'too-long',
      tried,
      `the command (${bytes} bytes) and its environment are too long for the system; ${hint}`,
    );
  }
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    if (file !== null)
      return (
        badInterpreter(file, env) ??
        launchFailed('not-found', file, `${file} cannot be started: a file it needs is missing`)
      );
    if (launch.form !== 'exec')
      return launchFailed('no-shell', launch.file, `the shell ${launch.file} does not exist`);
    return notFound(launch.file, tried);
  }
  if (code === 'EACCES' || code === 'ENOEXEC') return notExecutable(tried);
  const problem = isPassing(error) ? 'no-room' : 'other';
  return launchFailed(problem, tried, `${tried} could not be started: ${reasonOf(error)}`);
}

/** The system had no process, descriptor or memory for it in all its time. */
export function noRoom(error: unknown, { file }: Launch, timeoutMs: number): LaunchFailed {
  const why = error === null ? 'it is too busy' : reasonOf(error);
  const message = `${file} could not be started within ${timeoutMs / 1000} s, because this machine has no room for it: ${why}`;
  return launchFailed('no-room', file, message);
}

/** Windows says so of a file that is named, and finds none where only its name without the ending is. */
const needsShell = (file: string, code: string | null): boolean =>
  isBatchFile(file) && (code === 'EINVAL' || (code === 'ENOENT' && interpreterLine(file) === null));

/** Claude Code starts none either: arguments cannot be quoted safely for the interpreter of such files. */
function batchFile(file: string): LaunchFailed {
  const hint = 'name the program or script that it starts, or leave out "args"';
  return launchFailed('not-executable', file, `${file} can be started by a shell only; ${hint}`);
}

export function notFound(program: string, tried: string): LaunchFailed {
  const where = isPath(program) ? `${tried} does not exist` : `there is no ${program} on PATH`;
  return launchFailed('not-found', tried, `${where}; install it or correct the command`);
}

export function notExecutable(file: string): LaunchFailed {
  if (kindOf(file) === 'directory') {
    return launchFailed('not-executable', file, `${file} is a directory, not a program`);
  }
  return launchFailed(
    'not-executable',
    file,
    `${file} cannot be executed; check its permissions (chmod +x) and its format`,
  );
}

/** `null`: the interpreter that a script asks for is there. */
export function badInterpreter(file: string, env: Env): LaunchFailed | null {
  const line = interpreterLine(file);
  if (line === null) return null;
  const [program = '', ...words] = line.split(/[ \t]+/);
  const viaEnv = program.endsWith('/env') ? (words.find((word) => !/^-|=/.test(word)) ?? null) : null;
  const broken =
    kindOf(program) === null || (viaEnv !== null && findProgram(viaEnv, env['PATH'] ?? '') === null);
  if (!broken) return null;
  const hint = line.endsWith('\r')
    ? 'its lines end with carriage returns; save it with Unix line endings'
    : 'install it or correct the first line';
  const message = `${file} asks for the interpreter ${JSON.stringify(viaEnv ?? program)}, which does not exist; ${hint}`;
  return launchFailed('bad-interpreter', file, message);
}
