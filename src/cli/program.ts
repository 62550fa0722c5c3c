// All commands, each loaded when it is called.
import { Command, CommanderError } from 'commander';
import { VERSION } from '../version.js';
import type { CommandModule } from './command.js';
import { fromStream } from './dispatch/stdin.js';
import { hintsOf } from './hints.js';
import { EXIT, type Io, UserError } from './io.js';
import { explainError } from './show/explain-error.js';

interface Entry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

export const COMMANDS: readonly Entry[] = [
  {
    name: 'list',
    summary: 'every hook with its state and where it comes from',
    load: async () => (await import('./commands/list.js')).list,
  },
  {
    name: 'run',
    summary: 'fire an event at the configured hooks and show what they do',
    load: async () => (await import('./commands/run.js')).run,
  },
  {
    name: 'validate',
    summary: 'what is wrong with hooks, where, why, and what to do',
    load: async () => (await import('./commands/validate.js')).validate,
  },
  {
    name: 'explain',
    summary: 'why each hook would run for an event or not, or what really happened',
    load: async () => (await import('./commands/explain.js')).explain,
  },
  {
    name: 'test',
    summary: 'run the tests that lie beside hooks',
    load: async () => (await import('./commands/test.js')).test,
  },
  {
    name: 'doctor',
    summary: 'what is wrong on this machine, and which hooks are really alive',
    load: async () => (await import('./commands/doctor.js')).doctor,
  },
  {
    name: 'log',
    summary: 'show what happened, one line an event',
    load: async () => (await import('./commands/log.js')).log,
  },
  {
    name: 'stats',
    summary: 'show what hooks cost, what they decided and how they failed',
    load: async () => (await import('./commands/stats.js')).stats,
  },
  {
    name: 'init',
    summary: 'make a new hook with a test beside it',
    load: async () => (await import('./commands/init.js')).init,
  },
  {
    name: 'demo',
    summary: 'a scripted agent session on a throw-away project, with example hooks at work',
    load: async () => (await import('./commands/demo.js')).demo,
  },
  {
    name: 'dispatch',
    summary: 'answer an event on stdin as a hook would, for any host',
    load: async () => (await import('./commands/dispatch.js')).dispatch,
  },
  {
    name: 'serve',
    summary: 'answer the events of many sessions over stdin and stdout, for hosts',
    load: async () => (await import('./commands/serve.js')).serve,
  },
  {
    name: 'config',
    summary: 'where hooks are looked for, in which order, and what is in force',
    load: async () => (await import('./commands/config.js')).config,
  },
  {
    name: 'trust',
    summary: 'show what a project would run, and approve it',
    load: async () => (await import('./commands/trust.js')).trust,
  },
  {
    name: 'untrust',
    summary: 'take approval back, or refuse a hook of a project',
    load: async () => (await import('./commands/untrust.js')).untrust,
  },
  {
    name: 'enable',
    summary: 'switch a hook or plugin on again',
    load: async () => (await import('./commands/enable.js')).enable,
  },
  {
    name: 'disable',
    summary: 'switch a hook or plugin off, without touching its file',
    load: async () => (await import('./commands/disable.js')).disable,
  },
  {
    name: 'migrate',
    summary: 'move the hooks of another tool here, or ours to Claude Code',
    load: async () => (await import('./commands/migrate.js')).migrate,
  },
  {
    name: 'restore',
    summary: 'list the copies of changed files, and put one back',
    load: async () => (await import('./commands/restore.js')).restore,
  },
  {
    name: 'marketplace',
    summary: 'add, list, update and remove marketplaces of plugins',
    load: async () => (await import('./commands/marketplace.js')).marketplace,
  },
  {
    name: 'search',
    summary: 'find plugins in the known marketplaces, offline',
    load: async () => (await import('./commands/search.js')).search,
  },
  {
    name: 'install',
    summary: 'install plugins, or restore what hooks.lock.json says',
    load: async () => (await import('./commands/install.js')).install,
  },
  {
    name: 'update',
    summary: 'update installed plugins, and show what would newly run',
    load: async () => (await import('./commands/update.js')).update,
  },
  {
    name: 'uninstall',
    summary: 'take plugins away, exactly what was installed of them',
    load: async () => (await import('./commands/uninstall.js')).uninstall,
  },
  {
    name: 'pack',
    summary: 'make one file of a plugin, to be shared',
    load: async () => (await import('./commands/pack.js')).pack,
  },
  {
    name: 'new',
    summary: 'make a plugin that can be shared',
    load: async () => (await import('./commands/new.js')).newThing,
  },
  {
    name: 'amplihack',
    summary: 'register the ready handlers of amplihack-hooks, remove them, see how they stand',
    load: async () => (await import('./commands/amplihack.js')).amplihack,
  },
  {
    name: 'schema',
    summary: 'print the JSON Schemas of everything that is written and read',
    load: async () => (await import('./commands/schema.js')).schema,
  },
  {
    name: 'completion',
    summary: 'print the script that completes command lines in your shell',
    load: async () => (await import('./commands/completion.js')).completion,
  },
];

/** Runs a command line; returns the exit code. Never throws, and never gives 2 by itself. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let code: number = EXIT.fine;
  let out = io;
  if (argv[0] === '__complete') {
    const { complete } = await import('./complete/complete.js');
    return complete(argv.slice(1), COMMANDS, io);
  }
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
      const options = command.opts();
      out = hinting(io, options);
      code = await module.run({ args: command.args, options, io: out });
    });
  }
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => io.stdout.text(text),
      writeErr: (text) => io.stderr.text(text),
      getOutHelpWidth: () => Math.min(io.stdout.columns, 100),
      getErrHelpWidth: () => Math.min(io.stderr.columns, 100),
    });
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) return explainError(error, out);
    if (error.exitCode === 0) return EXIT.fine;
    return wanted === 'dispatch' ? notDispatched(argv, io, error) : EXIT.problem;
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

/** What is wrong was printed; a gate gets its answer all the same. */
async function notDispatched(argv: readonly string[], io: Io, { message }: CommanderError): Promise<number> {
  const { answerWrongLine } = await import('./dispatch/wrong-line.js');
  const why = new UserError(`its command line is wrong: ${message.replace(/^error: /, '')}`);
  return (await answerWrongLine(io, argv, why, () => fromStream(io))) ?? EXIT.problem;
}
