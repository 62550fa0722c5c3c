// What `enable` and `disable` have in common, and `shadow` takes too.
import type { Command } from 'commander';
import { STATE_SCOPES, type StateScope, type Switched } from '../../config/index.js';
import type { Entry } from '../../trust/index.js';
import type { Call, CommandModule } from '../command.js';
import { EXIT, print, printJson } from '../io.js';
import { flag, textFlag } from '../options/flags.js';
import { defineLoadFlags } from '../options/load-flags.js';
import { settledOptions } from '../options/settled.js';
import { screenOf } from '../show/screen.js';
import { homeFor } from './home.js';
import { ownAct } from './own-act.js';
import { refuseAgent } from './person.js';
import { SWITCH_VERB, switchOver, switchReport } from './switching.js';

export const SCOPES_IN_WORDS = `Scopes:
  local    you, in this project (kept in ~/.amplifier/hooks-state.json)
  user     you, in every project (the same file)
  project  everybody in this project (kept in <project>/.amplifier/hooks-state.json,
           to be committed; only for hooks that the project itself brings)`;

/** Said of every command that takes hooks away. */
export const NOT_FOR_AGENTS = 'Not done for an agent: whom a guard stops must not take it away.';

/** What every command takes that says something about a hook or plugin in `hooks-state.json`. */
export function defineSwitch(command: Command): void {
  command
    .argument('<id|plugin>', 'a hook by its id, the start of it or its script, or a plugin by its name')
    .addOption(
      command
        .createOption('--scope <scope>', 'for whom; see below')
        .choices([...STATE_SCOPES])
        .default('local'),
    )
    .option('--dry-run', 'only say what would be written')
    .option('--json', 'one object for programs');
  defineLoadFlags(command);
}

/** The command that brings hooks into a state. */
export function switchCommand(to: Switched): CommandModule {
  const verb = SWITCH_VERB[to];
  return {
    define(command) {
      defineSwitch(command);
      command.addHelpText(
        'after',
        `
${SCOPES_IN_WORDS}
The first of them that says something about a hook decides. The files of the
hooks' authors are never touched, and ${to === 'disabled' ? `enable undoes disable.\n${NOT_FOR_AGENTS}` : 'disable undoes enable.'}

Examples:
  amplifier-hooks ${verb} 3fa9c1d2ab
  amplifier-hooks ${verb} 3fa9 --dry-run
  amplifier-hooks ${verb} formatter --scope user`,
      );
    },

    run: (call) => switchHooks(call, to),
  };
}

async function switchHooks(call: Call, to: Switched): Promise<number> {
  const { io, options, args } = call;
  const { request, projectDir } = settledOptions(call);
  const scope = scopeOf(textFlag(options, 'scope'));
  if (scope !== 'project') homeFor(io, textFlag(options, 'home') ?? undefined);
  const dryRun = flag(options, 'dryRun');
  if (to === 'disabled' && !dryRun) refuseAgent(io);
  const { target, change } = switchOver(request, args[0] ?? '', { to, scope, dryRun });
  const { others } = change;
  if (flag(options, 'json')) {
    printJson(io, {
      target: { kind: target.kind, name: target.name, hooks: target.hooks.map(({ id }) => id) },
      scope,
      state: to,
      changed: change.kind === 'changed',
      dryRun,
      file: change.file,
      others: others.map(({ hook, why }) => ({ id: hook.id, why })),
    });
  } else {
    const screen = screenOf(io, projectDir);
    print(io, switchReport(target, { to, scope, dryRun }, change, screen));
    const on = to === 'enabled' && !dryRun ? new Set(target.hooks.map(({ id }) => id)) : null;
    const meant = (entry: Entry): boolean => on !== null && entry.kind === 'hook' && on.has(entry.hook.id);
    print(io, ownAct(io, { projectDir, plugins: request.plugins, meant }));
  }
  const reached = target.hooks.length === 0 || others.length < target.hooks.length;
  return reached ? EXIT.fine : EXIT.problem;
}

export const scopeOf = (name: string | null): StateScope =>
  STATE_SCOPES.find((scope) => scope === name) ?? 'local';
