// What an event depends on that the journal did not keep as it was. Nothing is guessed: such an event is not replayed.
import { type Mark, overlaps } from '../journal/index.js';
import type { Generation, Hook, HookInput, Plan } from '../nouns.js';

/** A hook that an input cannot be judged by, and what of it is missing. */
export interface Dependence {
  readonly hook: Hook;
  /** What it reads: its matcher, its `if` rule, or all of it. */
  readonly by: 'matcher' | 'if' | 'input';
  readonly mark: Mark;
}

/**
 * The first hook that reads something which is not as it was: a command is given the whole input, a matcher reads one field, an
 * `if` rule the call of the tool. A hook that a recorded answer stands in for reads nothing, and one that
 * only observes is not asked.
 */
export function dependence(
  input: HookInput,
  marks: readonly Mark[],
  { hooks }: Pick<Generation, 'hooks'>,
  plan: Plan,
  standsIn: (hook: Hook) => boolean,
): Dependence | null {
  const [first] = marks;
  if (first === undefined) return null;
  const { row } = input;
  const markOf = (field: string): Mark | undefined => marks.find(({ at }) => overlaps(at, `/input/${field}`));
  const matched = row.matcher === null ? undefined : markOf(row.matcher);
  const called = ['tool_name', 'tool_input', 'cwd'].map(markOf).find((mark) => mark !== undefined);
  const agent = markOf('agent_type');
  for (const hook of hooks) {
    if (hook.event !== row.name || hook.inactive !== null || hook.observes !== undefined) continue;
    if (matched !== undefined && !selectsAll(hook)) return { hook, by: 'matcher', mark: matched };
    if (agent !== undefined && hook.source.kind === 'agent') return { hook, by: 'matcher', mark: agent };
    if (called !== undefined && hasCondition(hook) && row.tool && mayBeSelected(hook, plan))
      return { hook, by: 'if', mark: called };
    if (plan.runs.includes(hook) && !standsIn(hook)) return { hook, by: 'input', mark: first };
  }
  return null;
}

const selectsAll = ({ matcher }: Hook): boolean => matcher === null || matcher === '' || matcher === '*';

const hasCondition = ({ condition }: Hook): boolean => condition !== null && condition.trim() !== '';

/** Whether nothing but its `if` rule keeps a hook from running, if anything does. */
const mayBeSelected = (hook: Hook, plan: Plan): boolean =>
  plan.entries().some((one) => one.hook === hook && (one.runs || one.reason.code === 'if-rule'));

/** For people: where something is missing. */
export const markInWords = ({ at, why }: Mark): string => {
  const what = at.replace(/^\/input\/?/, '').replaceAll('/', '.') || 'the input';
  const how = { redacted: 'was redacted', cut: 'was cut', 'left-out': 'was not kept whole' } as const;
  return `${what} ${how[why]}`;
};
