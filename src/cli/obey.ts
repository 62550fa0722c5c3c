// What a command line asks for, found and done.
import { Command, CommanderError } from 'commander';
import { ownFile } from '../package.js';
import { similarName } from '../text/index.js';
import { fromStream } from './dispatch/stdin.js';
import { hintsOf } from './hints.js';
import { EXIT, type Io, UserError } from './io.js';
import { checkWords, WrongWords, wrongWords } from './options/words.js';
import type { Entry } from './program.js';
import { explainError } from './show/explain-error.js';
import { versionLine } from './version-line.js';

type Words = readonly string[];

/** Gives the exit code. Throws `UserError` for words that ask for nothing that there is. */
export async function obey(given: Words, commands: readonly Entry[], io: Io): Promise<number> {
  const words = helpAsked(given);
  const at = words.findIndex((word) => !word.startsWith('-'));
  const name = words[at] ?? null;
  if (name !== null && !commands.some((entry) => entry.name === name)) throw noCommand(name, commands);
  const program = programFor(io);
  let code: number = EXIT.fine;
  let called = program;
  for (const { name: own, group, summary, load } of commands) {
    const command = program.command(own).helpGroup(group).summary(summary).description(summary);
    if (own !== name) continue;
    const module = await load();
    module.define(command);
    command.action(async () => {
      const options = command.opts();
      const hinted = hinting(io, options);
      try {
        code = await module.run({ args: command.args, options, io: hinted });
      } catch (error) {
        if (error instanceof CommanderError || error instanceof WrongWords) throw error;
        code = explainError(error, hinted);
      }
    });
    called = command;
  }
  try {
    checkWords(
      called,
      words.filter((_, index) => index !== at),
    );
    await program.parseAsync([...words], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.fine;
    // Nothing was asked for, and the help was shown.
    if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.problem;
    const why = error instanceof CommanderError ? wrongWords(error, called) : error;
    const answered = name === 'dispatch' && why instanceof WrongWords ? await answer(words, io, why) : null;
    if (answered === null) throw why;
    return answered;
  }
}

/** The same world; commands that are printed have the options of this call. */
function hinting(io: Io, options: Readonly<Record<string, unknown>>): Io {
  const hint = hintsOf(options);
  const { env, cwd, interruption, caller } = io;
  return {
    // As lazy as they were: making a stream takes time.
    get stdin() {
      return io.stdin;
    },
    get stdout() {
      return io.stdout.hinting(hint);
    },
    get stderr() {
      return io.stderr.hinting(hint);
    },
    env,
    cwd,
    ...(interruption === undefined ? {} : { interruption }),
    ...(caller === undefined ? {} : { caller }),
  };
}

/** `help <command>` is the help of the command itself. */
function helpAsked(words: Words): Words {
  const [first, name = '--help'] = words;
  if (first !== 'help') return words;
  return name.startsWith('-') || name === 'help' ? ['--help'] : [name, '--help'];
}

function noCommand(name: string, commands: readonly Entry[]): UserError {
  const meant = similarName(
    name,
    commands.map((entry) => entry.name),
  );
  const near = meant === null ? '' : `Did you mean ${meant}? `;
  return new UserError(`there is no command "${name}"`, `${near}\`amplifier-hooks --help\` lists them.`);
}

function programFor(io: Io): Command {
  const docs = ownFile('docs');
  return new Command('amplifier-hooks')
    .description(
      'Shows what hooks are configured, proves that they work, and says why something did or did not happen.',
    )
    .usage('<command> [options]')
    .version(versionLine().trimEnd(), '-V, --version', 'which version, run by which Node')
    .option('--color [when]', 'colours: always, never, or auto (the default: on a terminal)')
    .helpCommand(false)
    .addHelpText(
      'after',
      `
Examples:
  amplifier-hooks init no-force-push
  amplifier-hooks run PreToolUse --tool Bash --input '{"command":"git push --force"}'
  amplifier-hooks list
  amplifier-hooks explain --last

amplifier-hooks help <command> tells everything about one of them.${docs === null ? '' : `\nThe documentation is in ${docs}.`}`,
    )
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: (text) => io.stdout.text(text),
      writeErr: (text) => io.stderr.text(text),
      // What is wrong is said elsewhere, in our own words.
      outputError: () => undefined,
      getOutHelpWidth: () => Math.min(io.stdout.columns, 100),
      getErrHelpWidth: () => Math.min(io.stderr.columns, 100),
    });
}

/** A gate gets its answer all the same. `null`: none waits, and what is wrong is still to be said. */
async function answer(words: Words, io: Io, { message }: WrongWords): Promise<number | null> {
  const { answerWrongLine } = await import('./dispatch/wrong-line.js');
  const why = new UserError(`its command line is wrong: ${message}`);
  return answerWrongLine(io, words, why, () => fromStream(io));
}
