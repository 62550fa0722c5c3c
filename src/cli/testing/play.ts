// Plays a command line on a throw-away project and shows what came out, the same on every machine.
import { mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { relative, resolve, sep } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { expect } from 'vitest';
import { settle } from '../../engine/index.js';
import { TestProject } from '../../engine/testing/project.js';
import { follow, repositoryOf } from '../../trust/index.js';
import type { Io } from '../io.js';
import { Output } from '../output.js';
import { main } from '../program.js';
import { type Caller, tryHints } from './hints.js';

export interface PlayOptions {
  /** Where the command is called. What lies above it in the temporary directory is shown as `<root>`. */
  readonly cwd: string;
  /** The whole environment; default: `PATH` of this process, and `HOME` beside the working directory. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What stdin holds; `'terminal'`: nobody types; default: nothing, at its end. */
  readonly stdin?: { readonly text: string; readonly terminal?: boolean } | 'terminal';
  /** Colours and a width, as on a terminal; default: not a terminal. */
  readonly terminal?: { readonly columns: number };
  /** The project is somebody else's: nobody approved its hooks. Default: it is the user's own work, whose changes need no approval. */
  readonly strange?: boolean;
  /** The test itself sees to it that what is printed to be called next cannot work. */
  readonly hints?: 'not tried';
  /** What differs from run to run and is not known here, with what to show instead. */
  readonly replace?: readonly (readonly [RegExp, string])[];
}

export interface Played {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/**
 * Runs a command line in this process, and what it tells its reader to call next. In what it printed the throw-away folder is `<root>`, a duration `<ms>` or `<s>`, a
 * moment `<time>` and a random id `<uuid>`.
 */
export async function play(argv: readonly string[], options: PlayOptions): Promise<Played> {
  const root = throwAwayRoot(options.cwd);
  const played = await raw(argv, options, root);
  const call: Caller = (words) => raw(words, { ...options, stdin: { text: '' } }, root);
  if (options.hints !== 'not tried' && !isForPrograms(argv))
    await tryHints(`${played.stdout}\n${played.stderr}`, {
      root,
      env: environment(options, root),
      call,
      isNew: (command) => isNew(`${argv[0]}: ${command}`),
    });
  const show = (text: string): string => stable(text, root, options.replace ?? []);
  return { ...played, stdout: show(played.stdout), stderr: show(played.stderr) };
}

const tried = new Set<string>();

/** What a command prints again and again in a file of tests is tried there once: it takes a process or a copy of everything. */
function isNew(hint: string): boolean {
  const known = `${expect.getState().testPath} ${hint}`;
  if (tried.has(known)) return false;
  tried.add(known);
  return true;
}

/** Help is tried elsewhere, and other programs paste nothing. */
const isForPrograms = (argv: readonly string[]): boolean =>
  argv.some((word) => /^(?:--help|-h|help|--json|dispatch|serve|completion|schema|__complete)$/.test(word));

const environment = ({ env }: PlayOptions, root: string): NonNullable<PlayOptions['env']> =>
  env ?? { PATH: process.env['PATH'], HOME: resolve(root, 'home') };

async function raw(argv: readonly string[], options: PlayOptions, root: string): Promise<Played> {
  const env = environment(options, root);
  // Without a home its state would lie outside of what the test removes.
  if (options.env === undefined) mkdirSync(resolve(root, 'home'), { recursive: true });
  if (options.strange !== true) own(options.cwd, env);
  const [stdout, stderr] = [new Sink(options.terminal), new Sink(options.terminal)];
  const io: Io = {
    stdin: stdinOf(options.stdin),
    stdout: new Output(stdout),
    stderr: new Output(stderr),
    env,
    cwd: options.cwd,
  };
  const code = await main(argv, io);
  return { stdout: stdout.text(), stderr: stderr.text(), code };
}

/** Says once and for all that a project is the user's own: `amplifier-hooks trust --follow`. */
export function own(project: string, env: Readonly<Record<string, string | undefined>>): void {
  const { HOME: home, XDG_STATE_HOME: state } = env;
  if (home === undefined && state === undefined) return;
  const { stateDir } = settle({ projectDir: project, env: { ...env, HOME: resolve(project, home ?? '.') } });
  follow({ stateDir, key: repositoryOf(project).key }, true);
}

/** A project and a home with real files, and commands played there. Remove it after the test. */
export class Stage extends TestProject {
  play(argv: readonly string[], options: Partial<PlayOptions> = {}): Promise<Played> {
    return play(argv, { cwd: this.dir, ...options });
  }
}

/** Text with everything that differs from run to run replaced. */
export function stable(
  text: string,
  root: string,
  replace: readonly (readonly [RegExp, string])[] = [],
): string {
  const usual: readonly (readonly [RegExp, string])[] = [
    [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uuid>'],
    [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, '<time>'],
    [/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\b/g, '<time>'],
    [/ *\b\d+(\.\d+)? ms\b/g, ' <ms>'],
    [/\bin \d+\.\d s\b/g, 'in <s>'],
    [/("durationMs": )\d+(\.\d+)?/g, '$1"<ms>"'],
  ];
  return [...replace, ...usual].reduce(
    (shown, [what, instead]) => shown.replace(what, instead),
    text.replaceAll(root, '<root>'),
  );
}

/** The folder directly below the temporary directory. */
function throwAwayRoot(cwd: string): string {
  const temp = realpathSync(tmpdir());
  const [first = ''] = relative(temp, realpathSync(cwd)).split(sep);
  if (first === '' || first === '..')
    throw new Error(`${cwd} is not below the temporary directory; tests play nowhere else`);
  return resolve(temp, first);
}

function stdinOf(wish: PlayOptions['stdin']): Io['stdin'] {
  const chunks =
    wish === undefined || wish === 'terminal' || wish.text === '' ? [] : [Buffer.from(wish.text)];
  const isTTY = wish === 'terminal' || wish?.terminal === true;
  return Object.assign(Readable.from(chunks), { isTTY });
}

class Sink extends Writable {
  readonly isTTY: boolean;
  readonly columns: number;
  readonly #chunks: Buffer[] = [];

  constructor(terminal: PlayOptions['terminal']) {
    super();
    this.isTTY = terminal !== undefined;
    this.columns = terminal?.columns ?? 80;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}
