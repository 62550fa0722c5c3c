// All commands, each loaded when it is called.
import { Command, CommanderError } from 'commander';
import type { CommandModule } from './command.js';
import { complain, EXIT, type Io, UserError } from './io.js';
import { VERSION } from './version.js';

interface Entry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

export const COMMANDS: readonly Entry[] = [
  {
    name: 'run',
    summary: 'fire an event at the configured hooks and show what they do',
    load: async () => (await import('./commands/run.js')).run,
  },
];

/** Runs a command line; returns the exit code. Never throws, and never gives 2 by itself. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let code: number = EXIT.fine;
  const program = new Command('amplifier-hooks')
    .description(
      'Shows what hooks are configured, proves that they work, and says why something did or did not happen.',
    )
    .version(VERSION, '-V, --version')
    .showHelpAfterError('(amplifier-hooks --help lists the commands)');
  const wanted = argv.find((word) => !word.startsWith('-'));
  for (const { name, summary, load } of COMMANDS) {
    const command = program.command(name).summary(summary).description(summary);
    if (name !== wanted) continue;
    const module = await load();
    module.define(command);
    command.action(async () => {
      code = await module.run({ args: command.args, options: command.opts(), io });
    });
  }
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => Math.min(io.stdout.columns ?? 80, 100),
      getErrHelpWidth: () => Math.min(io.stderr.columns ?? 80, 100),
    });
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    return explainError(error, io);
  }
}

function explainError(error: unknown, io: Io): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.problem;
  if (error instanceof UserError) {
    complain(io, [`amplifier-hooks: ${error.message}`, ...(error.hint === null ? [] : [error.hint])]);
    return EXIT.problem;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  complain(io, [`amplifier-hooks: this is a fault of amplifier-hooks, not of yours: ${text}`]);
  return EXIT.fault;
}
