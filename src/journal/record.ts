// From what the engine tells to what is stored. Pure: everything it needs comes in.
import { shortName } from '../hook-name.js';
import type {
  Conflict,
  Decision,
  Dispatched,
  Failure,
  HookInput,
  ModelWork,
  Observed,
  Outcome,
  Run,
  RunStart,
  Said,
} from '../nouns.js';
import { sha256 } from '../text/index.js';
import { Copier, WHOLE } from './copy.js';
import { EFFECTS } from './effects.js';
import type {
  ConditionReason,
  EventEntry,
  LateEntry,
  ObservedEntry,
  RecordedDecision,
  RunHead,
  Told,
  Upshot,
} from './entries.js';

/** Texts in the part of a line that is read most often are kept short, but not so short that a reason loses its end. */
const SHORT = 1000;
const LONGEST_NAME = 120;
const MOST_NOTES = 5;

/** How much of what happens is kept. */
export interface Recording {
  readonly redact: boolean;
  /** Inputs and outputs of hooks as they are, secrets too. */
  readonly full: boolean;
}

export function eventEntry(
  { input, decision, startedAt, durationMs, rewrittenBy }: Dispatched,
  id: string,
  plan: { readonly digest: string; readonly conditions: readonly ConditionReason[] },
  how: Recording & { readonly repeated?: boolean | undefined },
): EventEntry {
  const copier = new Copier(how.redact);
  return {
    kind: 'event',
    id,
    at: startedAt,
    ms: rounded(durationMs),
    session: input.sessionId,
    event: decision.event,
    target: copier.textOrNull(input.target, SHORT),
    tool: copier.textOrNull(input.tool?.name ?? null, SHORT),
    verdict: verdictOf(decision),
    reason: copier.textOrNull(decision.reason, SHORT),
    generation: decision.plan.generation,
    plan: plan.digest,
    runs: decision.runs.map((run) => runHead(run, decision, copier)),
    ...agentOf(input, copier),
    ...(rewrittenBy === undefined ? {} : { rewrittenBy }),
    ...(how.repeated === true ? { repeated: true } : {}),
    ...notesOf(decision, copier),
    ...(decision.conflicts === undefined
      ? {}
      : { conflicts: decision.conflicts.map((one) => conflictOf(one, copier)) }),
    // Last on purpose: who needs only the part above stops reading here.
    detail: {
      ...broughtAndTold(input, decision.runs, how.full ? new Copier(false, WHOLE) : copier),
      decision: recordedDecision(decision, copier),
      conditions: plan.conditions,
    },
  };
}

/** As much of an entry as can be made before any hook has answered. */
export const rehearsal = (input: HookInput, { redact, full }: Recording): unknown =>
  broughtAndTold(input, [], full ? new Copier(false, WHOLE) : new Copier(redact));

function agentOf({ agentId, agentType }: HookInput, copier: Copier): Pick<EventEntry, 'agent'> {
  if (agentId === null || agentId === '') return {};
  return {
    agent: { id: copier.text(agentId, LONGEST_NAME), type: copier.textOrNull(agentType, LONGEST_NAME) },
  };
}

/** What hooks were given and what they answered, from which an event can be played once more. */
function broughtAndTold(
  { fields, beyond }: HookInput,
  runs: readonly Run[],
  copier: Copier,
): Pick<EventEntry['detail'], 'input' | 'marks' | 'told'> {
  // Of an event beyond the bounds only what is small is here.
  if (beyond !== null) copier.mark('/input', 'left-out');
  const input = copier.record(fields, 0, '/input');
  const answers = runs.map((run, index) => told(run, copier, `/told/${index}`));
  return { input, marks: copier.marks, told: answers };
}

/** What was found while deciding; what the plan says of matchers is known before. */
function notesOf({ diagnostics, plan }: Decision, copier: Copier): Pick<EventEntry, 'notes'> {
  const found = diagnostics.filter((one) => !plan.diagnostics.includes(one)).slice(0, MOST_NOTES);
  return found.length === 0 ? {} : { notes: found.map(({ message }) => copier.text(message, SHORT)) };
}

export function lateEntry(
  late: {
    readonly run: Run;
    readonly input: HookInput;
    readonly texts: readonly Said<string>[];
    readonly at: number;
  },
  id: string,
  of: string,
  { redact, full }: Recording,
): LateEntry {
  const { run, input, texts, at } = late;
  const copier = new Copier(redact);
  const whole = full ? new Copier(false, WHOLE) : copier;
  const answer = told(run, whole, '/told');
  return {
    kind: 'late',
    id,
    at,
    session: input.sessionId,
    event: input.row.name,
    of,
    run: {
      ...headOf(run, copier),
      verdict: 'nothing',
      contextBytes: bytesOf(texts),
      failed: lateFailure(run.outcome, copier),
    },
    detail: { told: answer, marks: whole.marks, texts: saidTexts(texts, copier) },
  };
}

export function observedEntry(
  { input, run, would, startedAt, rewrittenBy }: Observed,
  id: string,
  of: string,
  { redact, full }: Recording,
): ObservedEntry {
  const copier = new Copier(redact);
  const whole = full ? new Copier(false, WHOLE) : copier;
  const { told: answers, ...brought } = broughtAndTold(input, [run], whole);
  return {
    kind: 'observed',
    id,
    at: startedAt,
    session: input.sessionId,
    event: would.event,
    target: copier.textOrNull(input.target, SHORT),
    tool: copier.textOrNull(input.tool?.name ?? null, SHORT),
    of,
    generation: would.plan.generation,
    run: { ...runHead(run, would, copier), verdict: verdictOf(would) },
    reason: copier.textOrNull(would.reason ?? would.stop?.value ?? null, SHORT),
    effects: effectsOf(would),
    ...(rewrittenBy === undefined ? {} : { rewrittenBy }),
    // Last, and with a list at its end, as readers expect it.
    detail: {
      ...brought,
      decision: recordedDecision(would, copier),
      told: answers,
    },
  };
}

/** What a decision does beside its verdict. */
export function effectsOf(would: Decision): ObservedEntry['effects'] {
  const { context, feedback, systemMessages, updatedInput, updatedOutput, updatedPermissions, output } =
    would;
  const found: Readonly<Record<ObservedEntry['effects'][number], boolean>> = {
    context: context.length > 0,
    feedback: feedback.length > 0,
    message: systemMessages.length > 0,
    input: updatedInput !== null,
    output: updatedOutput !== null,
    permissions: updatedPermissions !== null,
    fields: Object.keys(output).length > 0,
  };
  return EFFECTS.filter((name) => found[name]);
}

const conflictOf = ({ what, names, hooks, used }: Conflict, copier: Copier): Conflict => ({
  what,
  names: names.map((name) => copier.text(name, LONGEST_NAME)),
  hooks,
  used,
});

/** What the hooks together made of an event. */
export function verdictOf(decision: Decision): Upshot {
  if (decision.permission === 'deny') return 'deny';
  if (decision.blocked) return 'block';
  if (decision.stop !== null) return 'stop';
  return decision.permission ?? 'nothing';
}

export const digestOf = (text: string): string => sha256(text).slice(0, 16);

function runHead(run: Run, decision: Decision, copier: Copier): RunHead {
  const { id } = run.hook;
  const failure = decision.failures.find(({ by }) => by === id);
  return {
    ...headOf(run, copier),
    verdict: verdictBy(id, decision),
    contextBytes: bytesOf([...decision.context, ...decision.feedback].filter(({ by }) => by === id)),
    failed:
      failure === undefined ? null : { kind: failure.kind, message: copier.text(failure.message, SHORT) },
    ...(decision.overridden?.includes(id) === true ? { overridden: true } : {}),
  };
}

/** Words of ours and numbers: nothing of an event stands in them. */
const startOf = (start: RunStart): RunStart =>
  start.kind === 'cold' || start.savedMs === null ? start : { ...start, savedMs: rounded(start.savedMs) };

function headOf({ hook, outcome, durationMs, work, start, waitedMs, over }: Run, copier: Copier) {
  return {
    hook: hook.id,
    label: copier.text(shortName(hook), LONGEST_NAME),
    outcome: outcome.kind,
    exitCode: 'exitCode' in outcome ? outcome.exitCode : null,
    ms: rounded(durationMs),
    ...(work === undefined ? {} : { work: workOf(work, copier) }),
    ...(start === undefined ? {} : { start: startOf(start) }),
    ...(waitedMs === undefined ? {} : { waitedMs: rounded(waitedMs) }),
    ...(over === undefined ? {} : { over }),
  };
}

function workOf(work: ModelWork, copier: Copier): ModelWork {
  const steps = work.steps.map((step) => ({
    ...step,
    input: copier.text(step.input, SHORT),
    durationMs: rounded(step.durationMs),
  }));
  return { ...work, steps };
}

/** What one hook contributed to a decision, as far as it counted. */
export function verdictBy(id: string, decision: Decision): Upshot {
  if (decision.decidedBy.includes(id)) return decision.permission ?? (decision.blocked ? 'block' : 'nothing');
  return decision.stop?.by === id ? 'stop' : 'nothing';
}

function lateFailure(outcome: Outcome, copier: Copier): RunHead['failed'] {
  const failed = (kind: Failure['kind'], message: string) => ({ kind, message: copier.text(message, SHORT) });
  switch (outcome.kind) {
    case 'finished':
      if (outcome.exitCode === 0 || outcome.exitCode === 2) return null;
      return failed('finished', `exit code ${outcome.exitCode}: ${outcome.stderr.trim()}`);
    case 'launchFailed':
    case 'badOutput':
      return failed(outcome.kind, outcome.message);
    case 'timedOut':
      return failed(outcome.kind, `no answer within ${outcome.timeoutMs / 1000} s`);
    case 'signalled':
      return failed(outcome.kind, `killed by ${outcome.signal}`);
    case 'refused':
      return failed(outcome.kind, outcome.why);
    case 'answered':
    case 'judged':
    case 'background':
    case 'cancelled':
      return null;
  }
}

function told({ hook, outcome }: Run, copier: Copier, at: string): Told {
  const text = (): string => {
    if ('text' in outcome) return outcome.text;
    if ('verdict' in outcome) return JSON.stringify(outcome.verdict);
    if ('message' in outcome) return outcome.message;
    return 'why' in outcome ? outcome.why : '';
  };
  return {
    hook: hook.id,
    stdout: 'stdout' in outcome ? copier.text(outcome.stdout, undefined, `${at}/stdout`) : '',
    stderr: 'stderr' in outcome ? copier.text(outcome.stderr, undefined, `${at}/stderr`) : '',
    text: copier.text(text(), undefined, `${at}/text`),
  };
}

function recordedDecision(decision: Decision, copier: Copier): RecordedDecision {
  const { permission, blocked, continues, interrupt, hidePrompt, decidedBy, stop } = decision;
  const said = (value: Said<unknown> | null): Said<unknown> | null =>
    value === null ? null : { value: copier.value(value.value), by: value.by };
  return {
    permission,
    blocked,
    continues,
    interrupt,
    hidePrompt,
    reason: copier.textOrNull(decision.reason),
    decidedBy,
    ...(decision.outvoted === undefined ? {} : { outvoted: decision.outvoted }),
    feedback: saidTexts(decision.feedback, copier),
    context: saidTexts(decision.context, copier),
    late: saidTexts(decision.late, copier),
    systemMessages: saidTexts(decision.systemMessages, copier),
    updatedInput: said(decision.updatedInput),
    updatedOutput: said(decision.updatedOutput),
    updatedPermissions: said(decision.updatedPermissions),
    output: copier.record(decision.output),
    stop: stop === null ? null : { value: copier.textOrNull(stop.value), by: stop.by },
    failures: decision.failures.map((failure) => ({ ...failure, message: copier.text(failure.message) })),
    diagnostics: decision.diagnostics.map(({ code, severity, message }) => ({
      code,
      severity,
      message: copier.text(message),
    })),
  };
}

const saidTexts = (list: readonly Said<string>[], copier: Copier): Said<string>[] =>
  list.map(({ value, by }) => ({ value: copier.text(value), by }));

const bytesOf = (list: readonly Said<string>[]): number =>
  list.reduce((sum, { value }) => sum + Buffer.byteLength(value), 0);

const rounded = (ms: number): number => Math.round(ms * 100) / 100;
