// All commands, each loaded when it is called.
import type { CommandModule } from './command.js';
import type { Io } from './io.js';
import { inColour } from './options/colour.js';
import { explainError } from './show/explain-error.js';

export interface Entry {
  readonly name: string;
  /** The heading it stands below in the list of commands. */
  readonly group: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

export const COMMANDS: readonly Entry[] = [
  {
    name: 'demo',
    group: 'Make hooks and try them:',
    summary: 'a scripted agent session on a throw-away project, with example hooks at work',
    load: async () => (await import('./commands/demo.js')).demo,
  },
  {
    name: 'init',
    group: 'Make hooks and try them:',
    summary: 'make a new hook with a test beside it',
    load: async () => (await import('./commands/init.js')).init,
  },
  {
    name: 'run',
    group: 'Make hooks and try them:',
    summary: 'fire an event at the configured hooks and show what they do',
    load: async () => (await import('./commands/run.js')).run,
  },
  {
    name: 'test',
    group: 'Make hooks and try them:',
    summary: 'run the tests that lie beside hooks',
    load: async () => (await import('./commands/test.js')).test,
  },
  {
    name: 'list',
    group: 'See what there is and what happens:',
    summary: 'every hook with its state and where it comes from',
    load: async () => (await import('./commands/list.js')).list,
  },
  {
    name: 'explain',
    group: 'See what there is and what happens:',
    summary: 'why each hook would run for an event or not, or what really happened',
    load: async () => (await import('./commands/explain.js')).explain,
  },
  {
    name: 'validate',
    group: 'See what there is and what happens:',
    summary: 'what is wrong with hooks, where, why, and what to do',
    load: async () => (await import('./commands/validate.js')).validate,
  },
  {
    name: 'doctor',
    group: 'See what there is and what happens:',
    summary: 'what is wrong on this machine, and which hooks are really alive',
    load: async () => (await import('./commands/doctor.js')).doctor,
  },
  {
    name: 'log',
    group: 'See what there is and what happens:',
    summary: 'show what happened, one line an event',
    load: async () => (await import('./commands/log.js')).log,
  },
  {
    name: 'replay',
    group: 'See what there is and what happens:',
    summary: 'what other hooks would have decided about recorded events',
    load: async () => (await import('./commands/replay.js')).replay,
  },
  {
    name: 'stats',
    group: 'See what there is and what happens:',
    summary: 'show what hooks cost, what they decided and how they failed',
    load: async () => (await import('./commands/stats.js')).stats,
  },
  {
    name: 'studio',
    group: 'See what there is and what happens:',
    summary: 'open a page on what hooks do, live and for the past',
    load: async () => (await import('./commands/studio.js')).studio,
  },
  {
    name: 'trace',
    group: 'See what there is and what happens:',
    summary: 'one session as a page in one file, to be attached to an issue',
    load: async () => (await import('./commands/trace.js')).trace,
  },
  {
    name: 'config',
    group: 'See what there is and what happens:',
    summary: 'where hooks are looked for, in which order, and what is in force',
    load: async () => (await import('./commands/config.js')).config,
  },
  {
    name: 'trust',
    group: 'Say what may run:',
    summary: 'show what a project would run, and approve it',
    load: async () => (await import('./commands/trust.js')).trust,
  },
  {
    name: 'untrust',
    group: 'Say what may run:',
    summary: 'take approval back, or refuse a hook of a project',
    load: async () => (await import('./commands/untrust.js')).untrust,
  },
  {
    name: 'enable',
    group: 'Say what may run:',
    summary: 'switch a hook or plugin on again',
    load: async () => (await import('./commands/enable.js')).enable,
  },
  {
    name: 'disable',
    group: 'Say what may run:',
    summary: 'switch a hook or plugin off, without touching its file',
    load: async () => (await import('./commands/disable.js')).disable,
  },
  {
    name: 'shadow',
    group: 'Say what may run:',
    summary: 'have a hook or plugin only observe: it runs, and what it says counts for nothing',
    load: async () => (await import('./commands/shadow.js')).shadow,
  },
  {
    name: 'report',
    group: 'Say what may run:',
    summary: 'what observing hooks would have blocked, with false alarms marked',
    load: async () => (await import('./commands/report.js')).report,
  },
  {
    name: 'promote',
    group: 'Say what may run:',
    summary: 'make a hook real that only observes',
    load: async () => (await import('./commands/promote.js')).promote,
  },
  {
    name: 'search',
    group: 'Plugins, which bring hooks:',
    summary: 'find plugins in the known marketplaces, offline',
    load: async () => (await import('./commands/search.js')).search,
  },
  {
    name: 'install',
    group: 'Plugins, which bring hooks:',
    summary: 'install plugins, or restore what hooks.lock.json says',
    load: async () => (await import('./commands/install.js')).install,
  },
  {
    name: 'update',
    group: 'Plugins, which bring hooks:',
    summary: 'update installed plugins, and show what would newly run',
    load: async () => (await import('./commands/update.js')).update,
  },
  {
    name: 'uninstall',
    group: 'Plugins, which bring hooks:',
    summary: 'take plugins away, exactly what was installed of them',
    load: async () => (await import('./commands/uninstall.js')).uninstall,
  },
  {
    name: 'marketplace',
    group: 'Plugins, which bring hooks:',
    summary: 'add, list, update and remove marketplaces of plugins',
    load: async () => (await import('./commands/marketplace.js')).marketplace,
  },
  {
    name: 'new',
    group: 'Plugins, which bring hooks:',
    summary: 'make a plugin that can be shared',
    load: async () => (await import('./commands/new.js')).newThing,
  },
  {
    name: 'pack',
    group: 'Plugins, which bring hooks:',
    summary: 'make one file of a plugin, to be shared',
    load: async () => (await import('./commands/pack.js')).pack,
  },
  {
    name: 'connect',
    group: 'Other tools:',
    summary: 'make another agent run your hooks: write its own configuration',
    load: async () => (await import('./commands/connect.js')).connect,
  },
  {
    name: 'disconnect',
    group: 'Other tools:',
    summary: 'take that out again, exactly',
    load: async () => (await import('./commands/disconnect.js')).disconnect,
  },
  {
    name: 'connections',
    group: 'Other tools:',
    summary: 'which agents run your hooks, where that is said, and whether it works',
    load: async () => (await import('./commands/connections.js')).connections,
  },
  {
    name: 'migrate',
    group: 'Other tools:',
    summary: 'move hooks from another tool to here, or into the configuration of another agent',
    load: async () => (await import('./commands/migrate.js')).migrate,
  },
  {
    name: 'restore',
    group: 'Other tools:',
    summary: 'list the copies of changed files, and put one back',
    load: async () => (await import('./commands/restore.js')).restore,
  },
  {
    name: 'amplihack',
    group: 'Other tools:',
    summary: 'register the ready handlers of amplihack-hooks, remove them, see how they stand',
    load: async () => (await import('./commands/amplihack.js')).amplihack,
  },
  {
    name: 'dispatch',
    group: 'For hosts, editors and shells:',
    summary: 'answer an event on stdin as a hook would, for any host',
    load: async () => (await import('./commands/dispatch.js')).dispatch,
  },
  {
    name: 'serve',
    group: 'For hosts, editors and shells:',
    summary: 'answer the events of many sessions over stdin and stdout, for hosts',
    load: async () => (await import('./commands/serve.js')).serve,
  },
  {
    name: 'schema',
    group: 'For hosts, editors and shells:',
    summary: 'print the JSON Schemas of everything that is written and read',
    load: async () => (await import('./commands/schema.js')).schema,
  },
  {
    name: 'completion',
    group: 'For hosts, editors and shells:',
    summary: 'print the script that completes command lines in your shell',
    load: async () => (await import('./commands/completion.js')).completion,
  },
];

/** Runs a command line; returns the exit code. Never throws, and never gives 2 by itself. */
export async function main(argv: readonly string[], given: Io): Promise<number> {
  if (argv[0] === '__complete') {
    const { complete } = await import('./complete/complete.js');
    return complete(argv.slice(1), COMMANDS, given);
  }
  try {
    const { io, words } = inColour(argv, given);
    const { obey } = await import('./obey.js');
    return await obey(words, COMMANDS, io);
  } catch (error) {
    return explainError(error, given);
  }
}
