// Which commands are nothing but an interpreter with a script, so that the interpreter can be started before it is needed.
import { basename, dirname, join, resolve } from 'node:path';
import { startOf } from '../../../files/index.js';
import { findProgram } from '../../../machine/index.js';
import { interpreterLine, isPath, kindOf } from '../files.js';
import type { Launch } from '../launch.js';
import { simpleWords } from './command-line.js';
import { CHANGES_SCRIPTS } from './shell-gate.js';
import { realOf } from './surroundings.js';
import { uvRun } from './uv.js';

type Env = Readonly<Record<string, string>>;

export interface Interpreter {
  readonly kind: 'python' | 'node' | 'bash';
  /** As it would be found, and what that is in the end. */
  readonly file: string;
  readonly real: string;
  readonly flags: readonly string[];
  readonly script: string;
  /** Everything that decides what is started, or what it does before the script. */
  readonly files: readonly string[];
  /** From which folders uv may look for the interpreter, where that is started by it; `null`: it is started itself. */
  readonly byUv: { readonly from: readonly string[] } | null;
}

/** It is one, but only its own program can tell what comes of it. */
export interface NotPlain {
  readonly not: string;
}

interface Language {
  readonly kind: Interpreter['kind'];
  readonly program: RegExp;
  /** Flags that change neither what is run nor what runs before it. */
  readonly flag: RegExp;
  /** Variables of the interpreter that the suite covers; with any other it is started cold. */
  readonly variable: RegExp;
  readonly ours: RegExp;
  readonly script: RegExp;
}

const NONE = /$^/;

const LANGUAGES: readonly Language[] = [
  {
    kind: 'python',
    program: /^python(?:3(?:\.\d+)?)?$/,
    flag: /^-[uBOb]+$/,
    ours: /^(?:PYTHON|__PYVENV)/,
    variable: /^PYTHON(?:UNBUFFERED|DONTWRITEBYTECODE|IOENCODING|UTF8|HASHSEED|NOUSERSITE|PATH)$/,
    script: /(?:^|\/)[^/.]+(?:\.py)?$/,
  },
  {
    kind: 'node',
    program: /^node$/,
    flag: /^--no-(?:warnings|deprecation)$/,
    ours: /^NODE_/,
    variable: /^NODE_(?:EXTRA_CA_CERTS|ENV|PATH|NO_WARNINGS|TLS_REJECT_UNAUTHORIZED)$/,
    script: /(?:\.[cm]?js|(?:^|\/)[^/.]+)$/,
  },
  {
    kind: 'bash',
    program: /^bash$/,
    // With some of them it does not come to the gate.
    flag: NONE,
    ours: CHANGES_SCRIPTS,
    variable: NONE,
    script: /[^/]$/,
  },
];

/** A program of this system. A script that finds an interpreter by itself may find another one next time. */
const isBinary = (file: string): boolean => startOf(file, 4).toString('hex') === '7f454c46';

/** The interpreter that a hook comes down to; `null`: it is more than that. */
export function interpreterOf(launch: Launch, cwd: string, env: Env): Interpreter | NotPlain | null {
  const found = named(launch, cwd, env);
  // A bash that starts a script is told of the gate too, and only the same bash is known to leave it to the script.
  const isOther = found !== null && 'kind' in found && found.kind === 'bash' && launch.form === 'bash';
  return isOther && realOf(launch.file) !== found.real ? null : found;
}

function named(launch: Launch, cwd: string, env: Env): Interpreter | NotPlain | null {
  const words = launch.form === 'exec' ? [launch.file, ...launch.args] : wordsOf(launch, env);
  const [first, ...rest] = words ?? [];
  if (first === undefined) return null;
  const path = env['PATH'] ?? '';
  const file = isPath(first) ? resolve(cwd, first) : findProgram(first, path);
  if (file === null || kindOf(file) !== 'file') return null;
  if (isBinary(file) && basename(file) === 'uv' && rest[0] === 'run') return throughUv(file, rest, cwd, env);
  if (isBinary(file)) return plain(file, rest, cwd, env, []);
  // The system reads the first line of a script when it is started, not when it is needed.
  if (!isPath(first)) return null;
  const [program, argument, ...more] = (interpreterLine(file) ?? '').split(/[ \t]+/);
  if (program === undefined || argument === '' || more.length > 0) return null;
  if (argument === undefined) return plain(program, [first, ...rest], cwd, env, [file]);
  if (program !== '/usr/bin/env' || argument.startsWith('-') || argument.includes('=')) return null;
  const found = findProgram(argument, path);
  return found === null ? null : plain(found, [first, ...rest], cwd, env, [file]);
}

function wordsOf({ form, args }: Launch, env: Env): readonly string[] | null {
  return form === 'sh' || form === 'bash' ? simpleWords(args[1] ?? '', env) : null;
}

function plain(
  file: string,
  args: readonly string[],
  cwd: string,
  env: Env,
  also: readonly string[],
): Interpreter | null {
  const real = realOf(file);
  if (real === null || !isBinary(real)) return null;
  const language = LANGUAGES.find(
    ({ program }) => program.test(basename(real)) && program.test(basename(file)),
  );
  if (language === undefined) return null;
  const at = args.findIndex((arg) => !language.flag.test(arg));
  const script = args[at];
  if (script === undefined || script.startsWith('-') || !language.script.test(script)) return null;
  const full = resolve(cwd, script);
  if (kindOf(full) !== 'file') return null;
  if (!isCovered(language, env)) return null;
  // Python has read the settings of its environment and the beginning of the script by the time it is needed.
  const early = language.kind === 'python' ? [join(dirname(dirname(file)), 'pyvenv.cfg'), full] : [];
  const files = [file, real, ...early, ...also];
  return { kind: language.kind, file, real, flags: args.slice(0, at), script: full, files, byUv: null };
}

/** An empty variable cannot be told from none when something else stands before it. */
const isCovered = ({ ours, variable }: Language, env: Env): boolean =>
  Object.keys(env).every((name) => !ours.test(name) || (variable.test(name) && env[name] !== ''));

function throughUv(
  file: string,
  args: readonly string[],
  cwd: string,
  env: Env,
): Interpreter | NotPlain | null {
  const real = realOf(file);
  const language = LANGUAGES.find(({ kind }) => kind === 'python');
  if (real === null || language === undefined || !isCovered(language, env)) return null;
  const found = uvRun(args, cwd, env);
  if ('not' in found) return found;
  const { flags, from, script, looksAt } = found;
  const files = [file, real, script, ...looksAt];
  return { kind: 'python', file, real, flags, script, files, byUv: { from } };
}

/** What an interpreter must be, and be told, so that what one of them does is what another does. */
export function probeKey({ kind, file, real, flags, byUv }: Interpreter, env: Env): string {
  const { ours } = LANGUAGES.find((one) => one.kind === kind) ?? { ours: NONE };
  const variables = Object.entries(env).filter(([name]) => ours.test(name) || name === 'HOME');
  const found = byUv === null ? [] : [...byUv.from, env['PATH']];
  return JSON.stringify([file, real, flags, variables, found]);
}
