// Tells a hook that could not be started by its shell or interpreter from a hook that decided something.
import { basename, resolve } from 'node:path';
import { isForeignProgram, isPath, kindOf, locate } from './files.js';
import { type Launch, type LaunchFailed, launchFailed } from './launch.js';
import { badInterpreter, notExecutable, notFound } from './spawn-failure.js';

type Env = Readonly<Record<string, string>>;

export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly launch: Launch;
  readonly cwd: string;
  readonly env: Env;
}

/** How interpreters say that there is no such script. */
const NO_SCRIPT: readonly RegExp[] = [
  /can't open file '(.+?)': \[Errno 2\]/, // python
  /Cannot find module '(\/.+?)'/, // node
  /(?:Module|Script) not found "(?:file:\/\/)?(.+?)"/, // deno, bun
  /^(?:\S*\/)?(?:ba|da|k|mk)?sh: (?!\S+ \d+: )(.+?): No such file or directory$/m, // bash, ksh
  /^(?:\S*\/)?(?:da)?sh: \d+: (?:\.: )?(?:cannot open|Can't open) (.+?)(?:: No such file)?$/m, // dash
  /^\S*sh: can't open '(.+?)': No such file or directory$/m, // busybox
  /: can't open input file: (.+)$/m, // zsh
  /No such file or directory -- (.+?) \(LoadError\)/, // ruby
  /Can't open perl script "(.+?)": No such file/,
  /Could not open input file: (.+)$/m, // php
  /^lua\S*: cannot open '?(.+?)'?(?: \(No such file.*)?$/m,
  /cannot open file '(.+?)': No such file/, // R
  /Unable to access jarfile (.+)$/m, // java
  /Failed to spawn: `(.+?)`/, // uv
];

/** How shells begin a complaint; older ones of bash and busybox name no line. */
const SHELL = String.raw`^(?:.*?: (?:line )?\d+: |(?:\S*/)?(?:ba|da|a|k|mk)?sh: )(?:exec: )?`;

/** How shells and `env` say that a program is not there (127) or cannot be run (126). */
const NO_PROGRAM: readonly RegExp[] = [
  new RegExp(`${SHELL}(.+?): (?:command not found|not found|No such file or directory)$`, 'gm'),
  new RegExp(`${SHELL}(.+?): (?:cannot execute.*|Permission denied|Is a directory|Exec format error)$`, 'gm'),
  new RegExp(String.raw`${SHELL}(.+?): \S+: bad interpreter: .*$`, 'gm'),
  /^zsh:\d+: (?:command not found|no such file or directory|permission denied|bad interpreter): (.+?)$/gm,
  /^(?:\S*\/)?env: (?:can't execute )?['‘`]?(.+?)['’]?: (?:No such file or directory|Permission denied)$/gm,
];

/** `null`: it ran, and its exit code is its own. */
export function exitFailure(ended: Ended): LaunchFailed | null {
  const { exitCode, stdout, stderr } = ended;
  // Whoever printed an answer was started.
  if (exitCode === 0 || stderr === '' || stdout.trim() !== '') return null;
  const excerpt = { ...ended, stderr: bothEnds(stderr) };
  const failure = missingScript(excerpt) ?? foreignProgram(excerpt) ?? missingProgram(excerpt);
  return failure === null ? null : { ...failure, exitCode, stderr };
}

/** Complaints stand at one of the ends; patterns need not see megabytes. */
function bothEnds(text: string): string {
  return text.length <= 8192 ? text : `${text.slice(0, 4096)}\n${text.slice(-4096)}`;
}

function missingScript({ exitCode, stderr, launch, cwd }: Ended): LaunchFailed | null {
  if (exitCode !== 1 && exitCode !== 2 && exitCode !== 127) return null;
  for (const pattern of NO_SCRIPT) {
    const named = pattern.exec(stderr)?.[1];
    if (named === undefined) continue;
    const file = resolve(cwd, named);
    // Only the hook's own script, and only one that really is not there: anything else may be a decision.
    if (kindOf(file) !== null || !launch.written.includes(basename(named))) continue;
    return launchFailed(
      'script-missing',
      file,
      `the script ${file} does not exist; correct the path in the command`,
    );
  }
  return null;
}

/** The C library gives what the system cannot execute to the shell, whose syntax errors would pass for a decision. */
function foreignProgram({ exitCode, launch, cwd, env }: Ended): LaunchFailed | null {
  if (launch.form !== 'exec' || ![2, 126, 127].includes(exitCode)) return null;
  const file = locate(launch.file, cwd, env['PATH'] ?? '');
  if (file === null || !isForeignProgram(file)) return null;
  const message = `${file} is a program for another kind of machine or system; build it for this one`;
  return launchFailed('not-executable', file, message);
}

function missingProgram({ exitCode, stderr, launch, cwd, env }: Ended): LaunchFailed | null {
  if (exitCode !== 126 && exitCode !== 127) return null;
  const named = lastNamed(stderr, launch);
  if (named === null) return null;
  const file = locate(named, cwd, env['PATH'] ?? '');
  const script = file ?? locate(firstWord(launch, env), cwd, env['PATH'] ?? '');
  const interpreter = script === null ? null : badInterpreter(script, env);
  if (interpreter !== null) return interpreter;
  const tried = isPath(named) ? resolve(cwd, named) : named;
  return exitCode === 126 ? notExecutable(file ?? tried) : notFound(named, tried);
}

/** The program that the last complaint in stderr is about. */
function lastNamed(stderr: string, launch: Launch): string | null {
  const found = NO_PROGRAM.flatMap((pattern) => [...stderr.matchAll(pattern)]);
  if (launch.form !== 'exec') found.push(...stderr.matchAll(ownComplaint(launch.file)));
  found.sort((a, b) => a.index - b.index);
  return found.at(-1)?.[1] ?? null;
}

/** Shells translate their messages, but each begins with the shell's name and a line number. */
function ownComplaint(shell: string): RegExp {
  const name = shell.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${name}: (?:[^:\\d]+ )?\\d+: (?:exec: )?([^:]+): .+$`, 'gm');
}

/** The program that a command begins with, as far as quotes and variables tell. */
function firstWord({ form, file, written }: Launch, env: Env): string {
  if (form === 'exec') return file;
  const word = /^\s*((?:"[^"]*"|'[^']*'|[^\s"';|&<>()])+)/.exec(written)?.[1] ?? '';
  return word
    .replace(/["']/g, '')
    .replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced, bare) => env[braced ?? bare] ?? '');
}
