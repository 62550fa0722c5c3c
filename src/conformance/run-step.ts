// Runs one step of a vector: writes its files, delivers its event, and compares what is seen with what is expected.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../engine/index.js';
import { type HookInput, parseInput } from '../events/index.js';
import type { Decision, Diagnostic } from '../nouns.js';
import { type Difference, differences } from './expect/index.js';
import type { FinalVerdict } from './host/permission-rules.js';
import { finalVerdict, readPermissionRules } from './host/permission-rules.js';
import { type Delivered, deliver, shellEnvironment } from './host/shell.js';
import { outputFits } from './host/tool-shapes.js';
import type { InAgent, Told } from './in-agent/in-agent.js';
import type { World } from './place.js';
import { fillMap } from './place.js';
import type { Counterparts, Talk } from './scripted/index.js';
import { type Dialect, VECTORS } from './tag.js';
import type { Expect, Step, Vector } from './vector.js';

export interface StepOptions {
  /** What a slow machine may multiply `maxMs` with. */
  readonly timeScale: number;
  /** Longest time for one event; an engine that takes longer hangs. */
  readonly stepLimitMs: number;
  readonly dialect?: Dialect;
  /** Another agent that tells of the events, and carries out what is decided. */
  readonly agent?: InAgent;
  /** Ends the hooks that run, and the step; what it gives then means nothing. */
  readonly signal?: AbortSignal;
  /** Told what was seen of each step, before it is compared. */
  readonly onSeen?: (seen: Observed) => void;
}

/** What the steps of one vector share. */
export interface Stage {
  readonly engine: Engine;
  readonly vector: Vector;
  readonly place: World;
  readonly counterparts: Counterparts;
  readonly options: StepOptions;
}

/** What differs. Throws where no comparison is possible. */
export async function runStep(stage: Stage, step: Step): Promise<readonly Difference[]> {
  const { engine, place, options } = stage;
  await place.write(step.write);
  await place.forgetRuns();
  stage.counterparts.take();
  const event = fillMap(step.event, place.tokens);
  const input = readEvent(event);
  const edited = Object.keys(step.write).length > 0;
  const { agent } = options;
  const told = agent === undefined ? null : await agent.tell(input, event);
  const inputs = told === null ? ([input] as const) : inputsOf(told);
  const [delivered, ...others] = await withinLimit(options, (signal) =>
    deliverAll(engine, inputs, { edited, signal }),
  );
  await sleep(step.settleMs, undefined, options.signal === undefined ? {} : { signal: options.signal });
  const expect = fillMap(step.expect, place.tokens);
  const seen = await observe(stage, inputs[0], delivered, expect);
  options.onSeen?.(seen);
  const { rules } = dialectOf(stage);
  const found = differences(expect, seen, rules);
  if (agent === undefined || told === null) return found;
  const decisions = [delivered.decision, ...others.map(({ decision }) => decision)] as const;
  const decision = agent.effect(told, inputs, decisions);
  const updatedOutput = decision.updatedOutput === null ? null : seen.updatedOutput;
  const there = differences(expect, { ...seen, decision, updatedOutput }, rules);
  // What the hook itself does otherwise is no fault of the agent.
  const isOwn = ({ key }: Difference): boolean => found.some((one) => one.key === key);
  return [
    ...found,
    ...there.flatMap((one) => (isOwn(one) ? [] : (agent.judged(one, told, delivered.decision) ?? []))),
  ];
}

const inputsOf = ({ fields: [first, ...others] }: Told): readonly [HookInput, ...HookInput[]] => [
  readEvent(first),
  ...others.map(readEvent),
];

/** One after the other, as parts of one call. */
async function deliverAll(
  engine: Engine,
  [first, ...others]: readonly [HookInput, ...HookInput[]],
  { edited, signal }: Parameters<typeof deliver>[2],
): Promise<readonly [Delivered, ...Delivered[]]> {
  const all: [Delivered, ...Delivered[]] = [await deliver(engine, first, { edited, signal })];
  for (const input of others) all.push(await deliver(engine, input, { edited: false, signal }));
  return all;
}

const dialectOf = ({ options }: Stage): Dialect => options.dialect ?? VECTORS;

function readEvent(event: Readonly<Record<string, unknown>>): HookInput {
  const parsed = parseInput(event);
  if (!parsed.ok) {
    throw new Error(`the event was refused: ${parsed.problems.map(({ message }) => message).join('; ')}`);
  }
  if (parsed.input.kind === 'unknown') throw new Error(`the event "${parsed.input.name}" is not known`);
  return parsed.input;
}

async function withinLimit<T>(
  { stepLimitMs: ms, signal }: StepOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const hung = new AbortController();
  const ends = signal === undefined ? hung.signal : AbortSignal.any([hung.signal, signal]);
  const clock = new AbortController();
  const timeUp = sleep(ms, undefined, { signal: clock.signal }).then(() => {
    hung.abort();
    throw new Error(`there was no decision within ${ms / 1000} s`);
  });
  try {
    return await Promise.race([work(ends), timeUp]);
  } finally {
    clock.abort();
  }
}

async function observe(
  stage: Stage,
  input: HookInput,
  { decision, elapsedMs, reloaded }: Delivered,
  expect: Expect,
): Promise<Observed> {
  const { engine, place, counterparts, options } = stage;
  const { sessionId } = input;
  const { starts, tagOf } = dialectOf(stage);
  const asksShell = expect['shellEnv'] !== undefined || expect['shellPathEndsWith'] !== undefined;
  return {
    ...counterparts.take(),
    decision,
    warnings: [
      ...engine.generation.diagnostics,
      ...reloaded,
      ...decision.plan.diagnostics,
      ...decision.diagnostics,
    ].filter(isWarning),
    elapsedMs,
    timeScale: options.timeScale,
    ran: starts === 'noted' ? await place.runs() : startsIn(decision, tagOf),
    failed: failedTags(decision, tagOf),
    late: engine.takeLate(sessionId).map(({ value }) => value),
    updatedOutput: acceptedOutput(decision, input),
    final: expect['final'] === undefined ? null : await verdictOnCall(stage, input, decision),
    shellEnv: asksShell ? await shellEnvironment(engine.envFiles(sessionId), place.env) : null,
    saved: place.saved,
    inProject: place.inProject,
  };
}

const isWarning = ({ severity }: Diagnostic): boolean => severity !== 'info';

/** Failures that block are blocks; only the others count. */
function failedTags({ failures, runs }: Decision, tagOf: Dialect['tagOf']): readonly string[] {
  return failures
    .filter(({ blocked }) => !blocked)
    .map(({ by }) => {
      const hook = runs.find((run) => run.hook.id === by)?.hook;
      return hook === undefined ? by : tagOf(hook);
    });
}

/** Tag → how often a hook of that name was started. */
function startsIn({ runs }: Decision, tagOf: Dialect['tagOf']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { hook } of runs) counts.set(tagOf(hook), (counts.get(tagOf(hook)) ?? 0) + 1);
  return counts;
}

function acceptedOutput({ updatedOutput }: Decision, { tool }: HookInput): unknown {
  if (updatedOutput === null) return null;
  return tool === null || outputFits(tool.name, updatedOutput.value) ? updatedOutput.value : null;
}

async function verdictOnCall(
  { vector, place }: Stage,
  { tool, cwd }: HookInput,
  decision: Decision,
): Promise<FinalVerdict | null> {
  if (tool === null) return null;
  return finalVerdict(decision, { ...tool, cwd }, await readPermissionRules(vector, place));
}

export interface Observed extends Talk {
  readonly decision: Decision;
  /** Problems of the configuration and of this event that are worth a warning. */
  readonly warnings: readonly Diagnostic[];
  readonly elapsedMs: number;
  /** What a slow machine may multiply `maxMs` with. */
  readonly timeScale: number;
  /** Tag → how often the script noted its start. */
  readonly ran: ReadonlyMap<string, number>;
  /** Tags of the hooks that ended as a failure which blocks nothing. */
  readonly failed: readonly string[];
  /** For the model, after the result. */
  readonly late: readonly string[];
  /** The tool output that replaces the original, if it fits the tool; `null`: the original stays. */
  readonly updatedOutput: unknown;
  /** What finally happens to a tool call; `null`: the event is not about one. */
  readonly final: FinalVerdict | null;
  /** Environment of a later shell command of the host; `null`: not looked at. */
  readonly shellEnv: Readonly<Record<string, string>> | null;
  /** A file that a script left in `$VECTOR_TMP`; `null`: there is none. */
  readonly saved: (file: string) => string | null;
  /** A file of the project; `null`: there is none. */
  readonly inProject: (file: string) => string | null;
}
