// What `enable` and `disable` have in common.

import type { StateScope, Switched } from '../../config/index.js';
import {
  handlerInWords,
  loadGeneration,
  readState,
  STATE_SCOPE_IN_WORDS,
  STATE_SCOPES,
} from '../../config/index.js';
import { shortName } from '../../hook-name.js';
import type { Hook } from '../../nouns.js';
import {
  type Change,
  changeSwitch,
  findTarget,
  type Lookup,
  type Refusal,
  StateFileProblem,
  type Target,
} from '../../plugins/index.js';
import { similarName } from '../../text/index.js';
import type { Entry } from '../../trust/index.js';
import type { Call, CommandModule } from '../command.js';
import { EXIT, print, printJson, UserError } from '../io.js';
import { flag, textFlag } from '../options/flags.js';
import { defineLoadFlags } from '../options/load-flags.js';
import { settledOptions } from '../options/settled.js';
import { reviewed } from '../show/review.js';
import type { Screen } from '../show/screen.js';
import { beside, screenOf } from '../show/screen.js';
import { homeFor } from './home.js';
import { ownAct } from './own-act.js';

export const SCOPES_IN_WORDS = `Scopes:
  local    you, in this project (kept in ~/.amplifier/hooks-state.json)
  user     you, in every project (the same file)
  project  everybody in this project (kept in <project>/.amplifier/hooks-state.json,
           to be committed; only for hooks that the project itself brings)`;

/** The command that brings hooks into a state. */
export function switchCommand(to: Switched): CommandModule {
  const verb = VERB[to];
  return {
    define(command) {
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
      command.addHelpText(
        'after',
        `
${SCOPES_IN_WORDS}
The first of them that says something about a hook decides. The files of the
hooks' authors are never touched, and ${to === 'disabled' ? 'enable undoes disable' : 'disable undoes enable'}.

Examples:
  amplifier-hooks ${verb} 3fa9c1d2ab
  amplifier-hooks ${verb} 3fa9 --dry-run
  amplifier-hooks ${verb} formatter --scope user`,
      );
    },

    run: (call) => switchHooks(call, to),
  };
}

const VERB = { enabled: 'enable', disabled: 'disable' } as const;

async function switchHooks(call: Call, to: Switched): Promise<number> {
  const { io, options, args } = call;
  const { request, projectDir } = settledOptions(call);
  const scope = scopeOf(textFlag(options, 'scope'));
  if (scope !== 'project') homeFor(io, textFlag(options, 'home') ?? undefined);
  const generation = loadGeneration(request);
  const state = readState(request);
  const target = targetIn(findTarget(args[0] ?? '', generation, state), args[0] ?? '');
  const dryRun = flag(options, 'dryRun');
  const change = refusing(() => changeSwitch({ target, to, scope, dryRun }, state, request));
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
    print(io, report(target, to, scope, change, dryRun, screen));
    const on = to === 'enabled' && !dryRun ? new Set(target.hooks.map(({ id }) => id)) : null;
    const meant = (entry: Entry): boolean => on !== null && entry.kind === 'hook' && on.has(entry.hook.id);
    print(io, ownAct(io, { projectDir, plugins: request.plugins, meant }));
  }
  const reached = target.hooks.length === 0 || others.length < target.hooks.length;
  return reached ? EXIT.fine : EXIT.problem;
}

function report(
  target: Target,
  to: Switched,
  scope: StateScope,
  change: Change,
  dryRun: boolean,
  screen: Screen,
): string[] {
  const [hook] = target.hooks;
  const called = hook === undefined ? target.name : `${shortName(hook)} (${target.name})`;
  const name = target.kind === 'plugin' ? `the plugin ${target.name}` : `hook ${called}`;
  const undo = `\`amplifier-hooks ${VERB[to === 'enabled' ? 'disabled' : 'enabled']} ${target.name}${scope === 'local' ? '' : ` --scope ${scope}`}\``;
  const stays = `stays ${to === 'enabled' ? 'off' : 'on'}:`;
  const off = new Set(change.others.map(({ hook }) => hook));
  const done = change.kind === 'changed' ? (dryRun ? `would be ${to}` : to) : `already ${to}`;
  const headline = (): string => {
    const gone = target.hooks.length === 0;
    if (change.kind === 'unchanged' && off.size === target.hooks.length)
      return `${name}: nothing to change ${STATE_SCOPE_IN_WORDS[scope]}`;
    if (gone) return `${name} is gone; its switch ${dryRun ? 'would be' : 'is'} forgotten`;
    return `${name}: ${done} ${STATE_SCOPE_IN_WORDS[scope]}`;
  };
  return [
    headline(),
    ...target.hooks.filter((hook) => !off.has(hook)).flatMap((hook) => hookLines(hook, screen)),
    ...change.others.flatMap(({ hook, why }) => [
      ...hookLines(hook, screen),
      ...beside(screen, `    ${screen.yellow(stays)} `, 5 + stays.length, screen.short(why)),
    ]),
    ...(change.kind === 'changed'
      ? [`${dryRun ? 'Nothing was written. The entry goes to' : 'Written to'} ${change.file}`]
      : []),
    ...(change.kind === 'changed' && !dryRun && target.hooks.length > 0 ? [`Undo: ${undo}`] : []),
  ];
}

export const hookLines = (hook: Hook, screen: Screen): string[] => [
  `  ${screen.line(`${shortName(hook)} (${hook.id})  ${hook.event} ${hook.matcher ?? '*'}`)}`,
  ...reviewed(screen, handlerInWords(hook.handler), { indent: 4, paint: screen.dim }),
];

export function targetIn(lookup: Lookup, word: string): Target {
  switch (lookup.kind) {
    case 'found':
      return lookup.target;
    case 'ambiguous':
      throw new UserError(`"${word}" may mean ${lookup.ids.length} hooks: ${lookup.ids.join(', ')}`);
    case 'unknown': {
      const meant = similarName(word, lookup.known);
      throw new UserError(
        `there is no hook or plugin "${word}"`,
        meant === null
          ? '`amplifier-hooks list` shows all of them; at least 4 characters of an id are needed.'
          : `Did you mean ${meant}?`,
      );
    }
  }
}

export const scopeOf = (name: string | null): StateScope =>
  STATE_SCOPES.find((scope) => scope === name) ?? 'local';

/** A refusal is the user's problem, and so is a file that cannot be written. */
export function refusing<T extends { readonly kind: string }>(run: () => T | Refusal): T {
  let result: T | Refusal;
  try {
    result = run();
  } catch (error) {
    if (error instanceof StateFileProblem) throw new UserError(error.message);
    throw error;
  }
  if (isRefusal(result)) throw new UserError(result.why, result.hint);
  return result;
}

const isRefusal = (result: { readonly kind: string }): result is Refusal => result.kind === 'refused';
