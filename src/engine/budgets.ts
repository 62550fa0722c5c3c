// What hooks cost, against what they may: who goes over it is named, and where nothing hangs on it is not waited for again.
import { note } from '../decide/index.js';
import type { KnownEventRow } from '../events/index.js';
import { shortName } from '../hook-name.js';
import type { Budget, Decision, Diagnostic, EventBudget, Generation, Hook, HookId, Run } from '../nouns.js';
import { reaches } from '../voices.js';

/** A token is about so many characters of English or code. */
const CHARACTERS_OF_TOKEN = 4;

const PARTS = ['ms', 'tokens'] as const satisfies readonly (keyof Budget)[];
type Part = (typeof PARTS)[number];

type Cost = Readonly<Record<Part, number>>;

/** What came of an event, with who went over a budget. */
export interface Charged {
  readonly decision: Decision;
  readonly over: readonly { readonly hook: Hook; readonly diagnostic: Diagnostic; readonly key: string }[];
}

/** Whether anybody set a budget, so that the others need not be counted. */
export const hasBudgets = ({ budgets, hooks }: Generation): boolean =>
  budgets !== undefined || hooks.some(({ budget }) => budget !== undefined);

/**
 * Whether nothing but words for model and user can come of an event: it cannot be blocked, ended or answered. Only there may a hook
 * that is too slow be left to the background.
 */
export const isUnblockable = (row: KnownEventRow): boolean =>
  !row.permission &&
  row.exit2 === 'nothing' &&
  row.jsonBlock === 'nothing' &&
  row.verdict === 'nothing' &&
  !row.continueFalse &&
  !row.anyFailureBlocks &&
  !row.envFile &&
  row.stdout !== 'path' &&
  row.stdout !== 'instructions' &&
  Object.keys(row.specific ?? {}).every((name) => name === 'additionalContext');

/** Marks the runs that went over their budget, and says so. */
export function charged(
  decision: Decision,
  { budgets = [] }: Pick<Generation, 'budgets'>,
  row: KnownEventRow,
): Charged {
  const costs = decision.runs.map((run) => ({ run, cost: costOf(run, decision) }));
  const marks = new Map<Run, Set<Part>>();
  const over: Charged['over'][number][] = [];
  const moved = isUnblockable(row) ? '; from now on this session does not wait for it' : '';
  const mark = (run: Run, part: Part): void => {
    marks.set(run, (marks.get(run) ?? new Set<Part>()).add(part));
  };
  for (const { run, cost } of costs) {
    const { hook } = run;
    const parts = PARTS.filter((part) => isOver(cost[part], hook.budget?.[part]));
    for (const part of parts) mark(run, part);
    if (parts.length === 0) continue;
    const words = parts.map(
      (part) => `${inWords(cost[part], part)} of ${inWords(hook.budget?.[part] ?? 0, part)}`,
    );
    const diagnostic = told(hook, `went over its budget: ${words.join(', ')}${moved}`);
    over.push({ hook, diagnostic, key: `over-budget ${hook.id}` });
  }
  for (const budget of budgets) {
    if (budget.event !== decision.event) continue;
    const own = costs.filter(({ run }) => reaches(budget.voice, run.hook.voice));
    for (const part of PARTS) {
      // They run side by side: together they take as long as the slowest.
      const sum = own.reduce(
        (all, { cost }) => (part === 'ms' ? Math.max(all, cost.ms) : all + cost.tokens),
        0,
      );
      const most = own.reduce<(typeof own)[number] | null>(
        (best, one) => (best === null || one.cost[part] > best.cost[part] ? one : best),
        null,
      );
      if (!isOver(sum, budget[part]) || most === null) continue;
      mark(most.run, part);
      over.push({ hook: most.run.hook, ...ofEvent(budget, part, sum, most, moved) });
    }
  }
  if (over.length === 0) return { decision, over };
  const runs = decision.runs.map((run) => {
    const parts = marks.get(run);
    return parts === undefined ? run : { ...run, over: PARTS.filter((part) => parts.has(part)) };
  });
  return { decision: { ...decision, runs }, over };
}

function ofEvent(
  budget: EventBudget,
  part: Part,
  sum: number,
  { run, cost }: { readonly run: Run; readonly cost: Cost },
  moved: string,
): Pick<Charged['over'][number], 'diagnostic' | 'key'> {
  const { event, file, line } = budget;
  const share = `${shortName(run.hook)} alone took ${inWords(cost[part], part)}`;
  const message = `the hooks of ${event} together took ${inWords(sum, part)} of ${inWords(budget[part] ?? 0, part)} (${file}:${line}); ${share}${moved}`;
  return { diagnostic: told(run.hook, message), key: `over-budget ${event} ${part} ${file}` };
}

const told = (hook: Hook, message: string): Diagnostic => ({
  ...note(hook, 'over-budget', message),
  tell: true,
});

const isOver = (cost: number, most: number | null | undefined): boolean =>
  most !== null && most !== undefined && cost > most;

const inWords = (cost: number, part: Part): string =>
  part === 'ms' ? `${Math.round(cost)} ms` : `${Math.round(cost)} tokens`;

/** Time, and tokens: of what it gives the model to read, and of models that it asked. */
function costOf(run: Run, { context, feedback }: Decision): Cost {
  const { durationMs, work, hook } = run;
  const said = [...context, ...feedback].filter(({ by }) => by === hook.id);
  const read = said.reduce((sum, { value }) => sum + value.length / CHARACTERS_OF_TOKEN, 0);
  return { ms: durationMs, tokens: read + (work === undefined ? 0 : work.inputTokens + work.outputTokens) };
}

export const movedIds = ({ over }: Charged): readonly HookId[] => [
  ...new Set(over.map(({ hook }) => hook.id)),
];
