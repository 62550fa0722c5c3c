// What the hooks of all tools with another conversation have in common: command, variables, folder, contract.
import { type EventName, eventRow } from '../../events/index.js';
import { hasRelativePath, inFolder, renameVariables, variablesIn, withVariables } from './commands.js';
import { type Contract, judgeContract } from './contract.js';
import { cannot, type Draft, timeoutFor } from './draft.js';
import type { Journey } from './host.js';
import { type MatcherRules, translateMatcher } from './matchers.js';
import type { Fields, ForeignHook, Translation } from './report.js';
import { scriptsOf } from './scripts.js';

/** How one hook of another tool is to be rewritten. */
export interface Rewriting {
  readonly event: EventName;
  /** As it is to be; `null`: none. */
  readonly matcher: string | null;
  /** The shell command; `null`: the hook is of another type. */
  readonly command: string | null;
  /** Its variables → ours as `${NAME}`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Variables of that tool that nobody sets here. */
  readonly unset: readonly string[];
  /** Variables that the entry itself sets. */
  readonly env: Readonly<Record<string, string>>;
  /** Where the tool runs the command, as a word of a shell; `null`: where the session is. */
  readonly folder: string | null;
  /** The same as a path. */
  readonly folderPath: string;
  /** Go there also where the command names no relative path. */
  readonly always: boolean;
  readonly seconds: number | null;
  /** How the timeout was written. */
  readonly timeoutAsWritten: string;
  /** All other fields of the hook. */
  readonly fields: Fields;
  readonly contract: Contract;
}

/** Rewrites a hook, or says why it cannot be. */
export function rewrite(found: ForeignHook, draft: Draft, how: Rewriting, journey: Journey): Translation {
  let command: string | null = null;
  draft.differ('event', found.event, how.event);
  if (how.command !== null) {
    const missing = [...variablesIn(how.command)].filter((name) => how.unset.includes(name));
    if (missing.length > 0)
      return cannot(
        `its command uses $${missing.join(', $')}, which only ${how.contract.tool} sets`,
        'Write the value into the command, or do without it, then migrate again.',
      );
    const scripts = scriptsOf(how.command, [], {
      ...journey,
      cwd: how.folderPath,
      projectVariables: [...Object.keys(how.variables), 'CLAUDE_PROJECT_DIR'],
    });
    const judged = judgeContract(scripts, how.event, how.contract);
    if (judged.kind === 'cannot') return cannot(judged.why, judged.hint);
    if (judged.kind === 'warning') draft.warn(judged.warning);
    const inside = scripts.texts.slice(1).map(({ text }) => text);
    const read = Object.keys(how.variables).filter((name) => inside.some((text) => text.includes(name)));
    const unset = how.unset.filter((name) => inside.some((text) => text.includes(name)));
    if (unset.length > 0)
      draft.warn(`its script uses ${unset.join(', ')}, which only ${how.contract.tool} sets`);
    command = commandFor(how.command, how, read, draft);
  }
  const { type, ...others } = how.fields;
  const hook = {
    type,
    ...(command === null ? {} : { command }),
    ...others,
    ...(how.seconds === null ? {} : { timeout: timeoutIn(how, how.seconds, draft, journey) }),
  };
  const group = how.matcher === null ? {} : { matcher: how.matcher };
  return draft.moved({ event: how.event, group, hook }, found, journey);
}

function timeoutIn(how: Rewriting, wanted: number, draft: Draft, journey: Journey): number {
  const seconds = timeoutFor(wanted, draft, journey);
  draft.differ('timeout', how.timeoutAsWritten, `${seconds} seconds`);
  return seconds;
}

function commandFor(command: string, how: Rewriting, read: readonly string[], draft: Draft): string {
  const renamed = renameVariables(command, how.variables);
  const exported = Object.fromEntries(read.map((name) => [name, how.variables[name] ?? '']));
  const env = { ...exported, ...how.env };
  const prepared = withVariables(env, renamed);
  const goes = how.folder !== null && (how.always || hasRelativePath(renamed));
  const result = goes && how.folder !== null ? inFolder(how.folder, prepared) : prepared;
  draft.differ('command', command, result);
  return result;
}

/** The matcher of an entry in our tool names. */
export function matcherFor(
  matcher: string | null,
  event: EventName,
  rules: MatcherRules,
  draft: Draft,
): string | null {
  if (matcher === null) return null;
  if (eventRow(event).matcher === null) {
    if (matcher.trim() !== '' && matcher.trim() !== '*') {
      draft.differ('matcher', matcher, null);
      draft.warn(`${event} has no matcher: the hook runs every time`);
    }
    return null;
  }
  const translated = translateMatcher(matcher, rules);
  draft.differ('matcher', matcher, translated.matcher);
  draft.warn(...translated.warnings);
  if (translated.nothing)
    draft.refuse(
      `its matcher ${JSON.stringify(matcher)} names only tools that are not here: it would never run`,
      'Name the tools of Claude Code that do the same, for example Bash.',
    );
  return translated.matcher;
}

/** Fields that mean something here, and a word about the ones that do not. */
export function keptFields(
  hook: Fields,
  kept: readonly string[],
  used: readonly string[],
  draft: Draft,
): Fields {
  for (const [name, value] of Object.entries(hook)) {
    if (!kept.includes(name) && !used.includes(name))
      draft.differ('field', `${name}: ${JSON.stringify(value)}`, null);
  }
  return Object.fromEntries(
    kept.filter((name) => hook[name] !== undefined).map((name) => [name, hook[name]]),
  );
}

/** A number in a field that is greater than 0. */
export function numberIn(fields: Fields, name: string): number | null {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;
}
