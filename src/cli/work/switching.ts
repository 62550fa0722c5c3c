// Switches a hook or plugin on or off for somebody, and says what came of it.
import {
  type ConfigRequest,
  handlerInWords,
  loadGeneration,
  readState,
  STATE_SCOPE_IN_WORDS,
  type StateScope,
  type Switched,
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
import { UserError } from '../io.js';
import { reviewed } from '../show/review.js';
import { beside, type Screen } from '../show/screen.js';

export const SWITCH_VERB = { enabled: 'enable', disabled: 'disable' } as const;

export interface SwitchWish {
  readonly to: Switched;
  readonly scope: StateScope;
  /** Nothing is written. */
  readonly dryRun: boolean;
}

/** Throws `UserError` where it cannot be done. */
export function switchOver(
  request: ConfigRequest,
  word: string,
  wish: SwitchWish,
): { readonly target: Target; readonly change: Change } {
  const state = readState(request);
  const target = targetIn(findTarget(word, loadGeneration(request), state), word);
  return { target, change: refusing(() => changeSwitch({ target, ...wish }, state, request)) };
}

/** What was done, or would be, for a person. */
export function switchReport(
  target: Target,
  { to, scope, dryRun }: SwitchWish,
  change: Change,
  screen: Screen,
): string[] {
  const [hook] = target.hooks;
  const called = hook === undefined ? target.name : `${shortName(hook)} (${target.name})`;
  const name = target.kind === 'plugin' ? `the plugin ${target.name}` : `hook ${called}`;
  const undo = `\`amplifier-hooks ${SWITCH_VERB[to === 'enabled' ? 'disabled' : 'enabled']} ${target.name}${scope === 'local' ? '' : ` --scope ${scope}`}\``;
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
