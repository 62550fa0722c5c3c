// What the runs of one event mean together. The same runs give the same decision, whichever ended first.
import { eventRow, type HookInput } from '../events/index.js';
import type { Decision, Diagnostic, HookId, Permission, Plan, Run, Said, Voice } from '../nouns.js';
import type { Profile } from '../profiles.js';
import { isStronger, VOICES } from '../voices.js';
import { conflictNotes, conflictsOf } from './conflicts.js';
import { effectsOf } from './effects.js';
import { ungranted, withoutAllow } from './grants.js';
import { note } from './messages.js';
import { type Effects, NO_EFFECTS } from './parts.js';

export interface Evidence {
  readonly input: HookInput;
  readonly plan: Plan;
  readonly runs: readonly Run[];
  /** What background hooks had to say since the last event. */
  readonly late: readonly Said<string>[];
  /** The user granted that an `allow` of the project's hooks counts. */
  readonly projectAllow: boolean;
}

/** From strongest to weakest. */
export const PRECEDENCE: readonly Permission[] = ['deny', 'defer', 'ask', 'allow'];

/** Whether a single run stops the event. */
export function blocks(run: Run, input: HookInput, profile: Profile): boolean {
  if (input.row.stdout !== 'path' && isQuiet(run)) return false;
  return effectsOf(run, { row: input.row, input, profile }).block;
}

/** Decides. Effects are applied in the declared order of the hooks. */
export function decide(evidence: Evidence, profile: Profile): Decision {
  const { input, plan, late } = evidence;
  const { row } = input;
  const runs = inDeclaredOrder(evidence.runs, plan);
  // Most hooks say nothing most of the time, and the answer waits for this.
  if (late.length === 0 && row.stdout !== 'path' && runs.every(isQuiet)) {
    return nothing(plan, row.exit2 !== 'goOn', runs);
  }
  const said = runs.map((run) => effectsOf(run, { row, input, profile }));
  if (late.length === 0 && said.every(saysNothing)) return nothing(plan, row.exit2 !== 'goOn', runs);
  const granted = evidence.projectAllow || profile.projectAllow === 'counts';
  const effects = granted ? said : said.map((effect) => withoutAllow(effect, row));

  const permission =
    PRECEDENCE.find((value) => effects.some((effect) => effect.permission === value)) ?? null;
  const goesOn = row.exit2 === 'goOn';
  const stopping = firstSaid(goesOn ? effects.filter(notHeldUp) : effects, (effect) => effect.stop);
  const blocked = effects.some((effect) => effect.block) && !(goesOn && stopping !== null);
  const deciding = effects.filter((effect) =>
    permission === null ? effect.block : effect.permission === permission,
  );
  // A blocked prompt is erased, and what was to stand beside it with it.
  const erased = blocked && row.stdout === 'context';
  const context = erased ? [] : allSaid(effects, (effect) => effect.context);
  const refused = permission === 'deny' || permission === 'defer';
  const updatedInput = refused
    ? null
    : lastSaid(strongest(effects, 'updatedInput'), (effect) => effect.updatedInput);
  const updatedOutput = unwrap(
    lastSaid(strongest(effects, 'updatedOutput'), (effect) => effect.updatedOutput),
  );
  const updatedPermissions = refused
    ? null
    : firstSaid(strongest(effects, 'updatedPermissions'), (effect) => effect.updatedPermissions);
  const output = outputOf(effects);
  const conflicts = conflictsOf(effects, input, {
    input: updatedInput?.by ?? null,
    output: updatedOutput?.by ?? null,
    permissions: updatedPermissions?.by ?? null,
    fields: Object.fromEntries(Object.entries(output).map(([name, { by }]) => [name, by])),
  });

  return {
    event: row.name,
    permission,
    blocked,
    continues: goesOn ? (blocked || context.length > 0) && stopping === null : stopping === null,
    reason: reasonOf(deciding),
    decidedBy: deciding.map((effect) => effect.run.hook.id),
    ...outvoted(effects, permission),
    feedback: allSaid(effects, (effect) => (effect.feedback === null ? [] : [effect.feedback])),
    context,
    late,
    systemMessages: allSaid(effects, (effect) => effect.systemMessages),
    updatedInput,
    updatedOutput,
    updatedPermissions,
    interrupt: deciding.some((effect) => effect.interrupt),
    hidePrompt: effects.some((effect) => effect.hidePrompt),
    output,
    stop: stopping === null ? null : { value: stopping.value.reason, by: stopping.by },
    ...(conflicts.length === 0 ? {} : { conflicts }),
    failures: effects.flatMap((effect) => (effect.failure === null ? [] : [effect.failure])),
    diagnostics: [
      ...plan.diagnostics,
      ...effects.flatMap((effect) => effect.diagnostics),
      ...(permission === null ? ungranted(said, effects) : []),
      ...conflictNotes(conflicts, runs),
      ...cutOff(effects),
    ],
    plan,
    runs: effects.map((effect) => effect.run),
  };
}

/** Who said something else than what counts. */
function outvoted(effects: readonly Effects[], counts: Permission | null): Pick<Decision, 'outvoted'> {
  const others = allSaid(effects, ({ permission }) =>
    permission === null || permission === counts ? [] : [permission],
  );
  return others.length === 0 ? {} : { outvoted: others };
}

/** Where a block keeps the agent going, nobody weaker than who blocks ends the turn all the same. */
const notHeldUp = (effect: Effects, _index: number, all: readonly Effects[]): boolean =>
  !all.some(({ block, run }) => block && isStronger(run.hook.voice, effect.run.hook.voice));

/** Who rewrites, without those that a stronger one outranks. */
const strongest = (
  effects: readonly Effects[],
  part: 'updatedInput' | 'updatedOutput' | 'updatedPermissions',
): readonly Effects[] => ofStrongest(effects.filter((effect) => effect[part] !== null));

function ofStrongest(effects: readonly Effects[]): readonly Effects[] {
  if (effects.length < 2) return effects;
  const voice = VOICES.find((one) => effects.some((effect) => effect.run.hook.voice === one));
  return effects.filter((effect) => effect.run.hook.voice === voice);
}

function inDeclaredOrder(runs: readonly Run[], plan: Plan): readonly Run[] {
  if (runs.every((run, index) => run.hook === plan.runs[index])) return runs;
  const order = new Map(plan.runs.map((hook, index) => [hook, index]));
  const place = (run: Run): number => order.get(run.hook) ?? plan.runs.length;
  return [...runs].sort((a, b) => place(a) - place(b));
}

const isQuiet = ({ outcome }: Run): boolean =>
  outcome.kind === 'finished' && outcome.exitCode === 0 && outcome.stdout === '' && !outcome.truncated;

/** What need not be put together costs nothing. */
const saysNothing = (effects: Effects): boolean =>
  effects.permission === null &&
  !effects.block &&
  effects.feedback === null &&
  effects.context.length === 0 &&
  effects.systemMessages.length === 0 &&
  effects.updatedInput === null &&
  effects.updatedOutput === null &&
  effects.updatedPermissions === null &&
  !effects.hidePrompt &&
  effects.stop === null &&
  effects.failure === null &&
  effects.diagnostics.length === 0 &&
  effects.output === NO_EFFECTS.output &&
  !isCutOff(effects.run);

/** All reasons in declared order; equal ones once. */
function reasonOf(deciding: readonly Effects[]): string | null {
  const reasons = deciding.flatMap((effect) => (effect.reason === null ? [] : [effect.reason]));
  return reasons.length === 0 ? null : [...new Set(reasons)].join('\n');
}

function outputOf(effects: readonly Effects[]): Readonly<Record<string, Said<unknown>>> {
  const output: Record<string, Said<unknown>> = {};
  const voices = new Map<string, Voice>();
  for (const effect of effects) {
    for (const [name, value] of Object.entries(effect.output)) {
      const by = effect.run.hook;
      const other = voices.get(name);
      if (other !== undefined && isStronger(other, by.voice)) continue;
      voices.set(name, by.voice);
      output[name] = { value, by: by.id };
    }
  }
  return output;
}

function cutOff(effects: readonly Effects[]): Diagnostic[] {
  return effects.flatMap(({ run }) =>
    isCutOff(run)
      ? [note(run.hook, 'output-cut-off', 'printed more than is kept; the rest was dropped')]
      : [],
  );
}

const isCutOff = ({ outcome }: Run): boolean => 'truncated' in outcome && outcome.truncated;

const allSaid = <T>(effects: readonly Effects[], pick: (effect: Effects) => readonly T[]): Said<T>[] =>
  effects.flatMap((effect) => pick(effect).map((value) => ({ value, by: effect.run.hook.id })));

function firstSaid<T>(effects: readonly Effects[], pick: (effect: Effects) => T | null): Said<T> | null {
  for (const effect of effects) {
    const value = pick(effect);
    if (value !== null) return { value, by: effect.run.hook.id };
  }
  return null;
}

const lastSaid = <T>(effects: readonly Effects[], pick: (effect: Effects) => T | null): Said<T> | null =>
  firstSaid([...effects].reverse(), pick);

const unwrap = (said: Said<{ readonly value: unknown }> | null): Said<unknown> | null =>
  said === null ? null : { value: said.value.value, by: said.by };

/** The decision about an event that no hook is run for. */
export const nothingToDecide = (plan: Plan): Decision => Object.freeze(nothing(plan, true, NO_RUNS));

/** The decision about an event that its hooks cannot judge: what nobody judged is not permitted. */
export const deniedUnjudged = (plan: Plan, reason: string): Decision => ({
  ...nothing(plan, true, NO_RUNS),
  permission: eventRow(plan.event).permission ? 'deny' : null,
  blocked: true,
  reason,
});

function nothing(plan: Plan, continues: boolean, runs: readonly Run[]): Decision {
  return {
    event: plan.event,
    permission: null,
    blocked: false,
    continues,
    reason: null,
    decidedBy: NOBODY,
    feedback: NOTHING,
    context: NOTHING,
    late: NOTHING,
    systemMessages: NOTHING,
    updatedInput: null,
    updatedOutput: null,
    updatedPermissions: null,
    interrupt: false,
    hidePrompt: false,
    output: NO_OUTPUT,
    stop: null,
    failures: NO_FAILURES,
    diagnostics: plan.diagnostics,
    plan,
    runs,
  };
}

const NOTHING: readonly Said<string>[] = Object.freeze([]);
const NOBODY: readonly HookId[] = Object.freeze([]);
const NO_FAILURES: Decision['failures'] = Object.freeze([]);
const NO_RUNS: readonly Run[] = Object.freeze([]);
const NO_OUTPUT: Decision['output'] = Object.freeze({});
