// Why a hook runs or does not, in the user's words: always with the matcher and the value it was compared with.
import type { EventRow } from '../events/index.js';
import type { Hook, RunReason, SkipReason } from '../nouns.js';
import type { MatcherMode } from '../profile-names.js';
import { isStronger, whose } from '../voices.js';
import type { Prepared, Selection } from './event-index.js';

const quote = (text: string | null): string => JSON.stringify(text);

/** Why the matcher of a hook selected the target. */
export function selectedReason(
  hook: Hook,
  selection: Selection,
  row: EventRow,
  target: string,
  mode: MatcherMode,
): RunReason {
  const matcher = quote(hook.matcher);
  const other = 'name' in selection && selection.name !== target ? `, another name of ${quote(target)}` : '';
  switch (selection.by) {
    case 'all':
      return {
        code: 'all',
        detail:
          hook.matcher === null
            ? `it has no matcher, so it runs for every ${row.name}`
            : `the matcher ${matcher} stands for everything`,
      };
    case 'matcher-ignored':
      return { code: 'matcher-ignored', detail: `${row.name} ignores matchers, also ${matcher}` };
    case 'regex-timeout':
      return {
        code: 'regex-timeout',
        detail: `the matcher ${matcher} cannot be judged in reasonable time, so it counts as matching ${quote(target)}`,
      };
    case 'regex': {
      const how = mode === 'full' ? 'covers' : 'is found in';
      return { code: 'regex', detail: `the pattern ${matcher} ${how} ${quote(selection.name)}${other}` };
    }
    case 'invalid-as-name':
      return {
        code: other === '' ? 'name' : 'alias',
        detail: `the matcher ${matcher} is not a valid regular expression, so it is taken as the name ${quote(selection.name)}${other}`,
      };
    case 'name':
    case 'alias': {
      const lists = hook.matcher === selection.name ? 'is' : 'lists';
      const value = lists === 'is' ? `the name ${quote(selection.name)}` : quote(selection.name);
      return { code: selection.by, detail: `the matcher ${matcher} ${lists} ${value}${other}` };
    }
  }
}

/** Why the matcher of a hook did not select the target. */
export function notSelectedReason(
  { hook, matcher }: Prepared,
  row: EventRow,
  names: readonly string[],
  mode: MatcherMode,
): SkipReason {
  const written = quote(hook.matcher);
  const [own = '', ...others] = names;
  const called = others.length === 0 ? '' : `, also called ${others.map(quote).join(', ')}`;
  const target = `${quote(own)} (${row.matcher ?? row.name}${called})`;
  const problem = invalidity(matcher);
  if (problem !== null) {
    const detail = `the matcher ${written} is not a valid regular expression (${problem}) and does not match ${target}`;
    return { code: 'matcher-invalid', detail };
  }
  if (matcher.kind === 'list') {
    const near = matcher.names.find((name) =>
      names.some((value) => value.toLowerCase() === name.toLowerCase()),
    );
    const note = near === undefined ? '' : `; ${quote(near)} differs in case`;
    return { code: 'matcher', detail: `the matcher ${written} does not list ${target}${note}` };
  }
  const how = mode === 'full' ? 'does not cover' : 'is not found in';
  return { code: 'matcher', detail: `the pattern ${written} ${how} ${target}` };
}

function invalidity(matcher: Prepared['matcher']): string | null {
  if (matcher.kind === 'invalid') return matcher.problem;
  return matcher.kind === 'regex' && matcher.pattern.fate.kind === 'broken'
    ? matcher.pattern.fate.problem
    : null;
}

export const otherEvent = (hook: Hook, row: EventRow): SkipReason => ({
  code: 'event',
  detail: `it is a ${hook.event} hook, and this is ${row.name}`,
});

export const duplicateOf = (hook: Hook, winner: Hook): SkipReason => {
  const where = `as ${winner.id} in ${winner.source.file}:${winner.line}`;
  const detail = isStronger(winner.voice, hook.voice)
    ? `the same hook is ${whose(winner.voice)} ${where}; ${whose(winner.voice)} definition counts, not ${whose(hook.voice)}`
    : `the same hook is defined again ${where}; the last definition counts`;
  return { code: 'duplicate', detail };
};

export const conditionWithoutTool = (hook: Hook, row: EventRow): SkipReason => ({
  code: 'if-without-tool',
  detail: `${row.name} has no tool call that its rule "if": ${quote(hook.condition)} could be judged by, so it never runs`,
});

export const alreadyRan: SkipReason = {
  code: 'once',
  detail: 'it has "once" and has already run in this session',
};

export const skillNotActive = (skill: string): SkipReason => ({
  code: 'skill-not-active',
  detail: `it belongs to the skill ${quote(skill)}, which is not active in this session`,
});

export const otherAgent = (owner: string | null, agent: string | null): SkipReason => ({
  code: 'other-agent',
  detail: `it belongs to the agent ${quote(owner)}, and this is ${agent === null ? 'the main agent' : `the agent ${quote(agent)}`}`,
});
