// Whoever reads a command in the output of another pastes it. So every one that a test makes the program print is called, in the
// very place that it was printed for, on a copy that is thrown away.
import { spawnSync } from 'node:child_process';
import { cpSync, renameSync, rmSync } from 'node:fs';
import { withoutColours } from '../../text/index.js';

/** Calls a command line in the place that is looked at. */
export type Caller = (argv: readonly string[]) => Promise<{
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}>;

export interface Place {
  /** Whether a command is to be called; default: it is. */
  readonly isNew?: (command: string) => boolean;
  /** Everything that a command may change lies below. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly call: Caller;
}

interface Hint {
  readonly command: string;
  /** The line that it stands in. */
  readonly line: string;
}

/** What reaches the network, waits for a host, or never ends: of these only the words are looked at. */
const NOT_CALLED = /^amplifier-hooks (?:dispatch|serve|demo|marketplace add|log .*--follow)\b/;
/** What comes behind it installs from there. */
const FETCHES = /^amplifier-hooks marketplace add\b/;
/** Answers of commands that want a person, which no test is. */
const WANTS_A_PERSON =
  /terminal|nobody|--yes|nothing was (?:changed|approved)|an agent runs this|package is not built/i;

/** The commands in a text: in backticks, or alone on a line. */
export const hintsIn = (text: string): readonly Hint[] =>
  withoutColours(text)
    .split('\n')
    .flatMap((line) =>
      [...line.matchAll(/`(amplifier-hooks [a-z][^`]*)`|^ *(amplifier-hooks [a-z].*)$/g)].map(
        ([, quoted, whole]) => ({ command: (quoted ?? whole ?? '').trim(), line }),
      ),
    );

/** Throws where a command of a text is refused, or contradicts it. */
export async function tryHints(text: string, { root, env, call, isNew = () => true }: Place): Promise<void> {
  const hints = hintsIn(text);
  for (const [index, hint] of hints.entries()) {
    if (!isNew(hint.command)) continue;
    const isBehind = hints.slice(0, index).some(({ command }) => FETCHES.test(command));
    const problem = await onCopy(root, () => problemOf(hint, isBehind, call, env));
    if (problem !== null)
      throw new Error(`printed, but refused: ${hint.command}\n${problem}\nin: ${hint.line}`);
  }
}

/** What a command changes is undone: the folder itself waits under another name meanwhile. */
async function onCopy<T>(root: string, work: () => Promise<T>): Promise<T> {
  const aside = `${root}-aside`;
  renameSync(root, aside);
  try {
    cpSync(aside, root, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    return await work();
  } finally {
    rmSync(root, { recursive: true, force: true });
    renameSync(aside, root);
  }
}

async function problemOf(
  { command, line }: Hint,
  isBehind: boolean,
  call: Caller,
  env: Place['env'],
): Promise<string | null> {
  const needsMore =
    /<[a-z/ ]+>/i.test(command) || (isBehind && /^amplifier-hooks install \S+@/.test(command));
  if (NOT_CALLED.test(command) || needsMore) return wordsProblem(command, call);
  const { code, stdout, stderr } = await call(wordsOf(command, env));
  const refused = code !== 0 && /^(?:error|amplifier-hooks): /m.test(stderr);
  if (refused && !WANTS_A_PERSON.test(stderr)) return stderr;
  return contradiction(line, command, stdout);
}

/** Of what cannot be called: whether there is such a command with such options. */
async function wordsProblem(command: string, call: Caller): Promise<string | null> {
  const [name = '', ...words] = command.split(' ').slice(1);
  const { code, stdout, stderr } = await call([name, '--help']);
  if (code !== 0) return stderr;
  const unknown = words.filter(
    (word) => word.startsWith('--') && !stdout.includes(word) && word !== '--help',
  );
  return unknown.length === 0 ? null : `there is no ${unknown.join(', ')}`;
}

/** The words as a shell reads them, without what it keeps for itself. */
function wordsOf(command: string, env: Place['env']): readonly string[] {
  const [call = ''] = command.replace(/^amplifier-hooks /, '').split(/ [<>|] /);
  const { stdout, stderr, status } = spawnSync('sh', ['-c', `printf '%s\\0' ${call}`], {
    env: { ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`a shell cannot read it: ${command}: ${stderr}`);
  return stdout.split('\0').slice(0, -1);
}

const COUNTED = /(\d+) errors? and (\d+) warnings?|(\d+) more notes?/;
const FOUND = /(\d+) errors?, (\d+) warnings?, (\d+) notes?/;

/** Who is sent to `validate` because of so many problems finds at least so many there. */
function contradiction(line: string, command: string, stdout: string): string | null {
  const said = command.startsWith('amplifier-hooks validate') ? COUNTED.exec(line) : null;
  if (said === null) return null;
  const [, errors = '0', warnings = '0', notes = '0'] = FOUND.exec(stdout) ?? [];
  const [, toldErrors = '0', toldWarnings = '0', toldNotes = '0'] = said;
  const enough =
    Number(errors) >= Number(toldErrors) &&
    Number(warnings) >= Number(toldWarnings) &&
    Number(notes) >= Number(toldNotes);
  return enough ? null : `it finds ${errors} errors, ${warnings} warnings and ${notes} notes`;
}
