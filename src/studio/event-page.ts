// One recorded event as the page shows it.
import { nameFrom } from '../hook-name.js';
import {
  contributionOf,
  type EventEntry,
  type LateEntry,
  type ObservedEntry,
  type RecordedHook,
  type RunHead,
  startInWords,
  type Told,
  type WholeEvent,
  wouldInWords,
} from '../journal/index.js';
import { ruleInWords } from '../match/index.js';
import type { HookId, TrustState } from '../nouns.js';
import type { EventPage, LookedAt, RunPage } from './contract.js';
import { stepsOf } from './verdict.js';

/** What is known of it beside what is recorded with it. */
export interface Around {
  readonly project: string;
  readonly lane: number;
  readonly before: string | null;
  readonly behind: string | null;
  /** As of now. */
  readonly trustOf: (hook: HookId) => TrustState | null;
}

export function eventPage(whole: WholeEvent, around: Around): EventPage {
  const { event, plan } = whole;
  const called = namesIn(whole);
  const { input, decision } = event.detail;
  const { project, lane, before, behind } = around;
  return {
    id: event.id,
    project,
    lane,
    session: event.session,
    agent: event.agent?.id ?? null,
    agentType: event.agent?.type ?? null,
    event: event.event,
    target: event.target,
    tool: event.tool,
    at: event.at,
    ms: event.ms,
    verdict: event.verdict,
    reason: decision.reason ?? event.reason,
    rewrittenBy: event.rewrittenBy ?? null,
    repeated: event.repeated === true,
    notes: decision.diagnostics.map(({ message }) => message),
    input,
    hooks: lookedAt(whole, called, around),
    moreHooks: plan?.more ?? 0,
    otherEvents: plan?.otherEvents ?? 0,
    planKept: plan !== null,
    steps: stepsOf(event, called),
    said: saidIn(event),
    before,
    behind,
  };
}

type Names = (id: string) => string;

function namesIn({ event, generation, late, observed }: WholeEvent): Names {
  const runs = [...event.runs, ...[...late, ...observed].map(({ run }) => run)];
  const labels = new Map(runs.map(({ hook, label }) => [hook, label]));
  for (const hook of generation?.hooks ?? []) if (!labels.has(hook.id)) labels.set(hook.id, nameFrom(hook));
  return (id) => labels.get(id) ?? id;
}

function lookedAt(
  { event, plan, generation, late, observed }: WholeEvent,
  called: Names,
  { trustOf }: Around,
): readonly LookedAt[] {
  const one = (hook: string, ran: boolean, rule: string, why: string): LookedAt => {
    const run = event.runs.find((each) => each.hook === hook) ?? null;
    const seen = observed.find((each) => each.run.hook === hook) ?? null;
    const observing = seen === null ? null : observedPage(seen);
    return {
      hook,
      label: called(hook),
      ran,
      rule,
      why,
      definition: definitionOf(generation?.hooks.find(({ id }) => id === hook) ?? null),
      trust: trustOf(hook),
      run:
        run === null ? observing : runPage(run, event, late.find((each) => each.run.hook === hook) ?? null),
    };
  };
  const planned = (plan?.entries ?? []).map(({ hook, runs, code, detail }) =>
    one(hook, runs, ruleInWords(code), detail),
  );
  const known = new Set(planned.map(({ hook }) => hook));
  const others = event.runs.filter(({ hook }) => !known.has(hook)).map(({ hook }) => one(hook, true, '', ''));
  return [...planned, ...others];
}

function definitionOf(hook: RecordedHook | null): LookedAt['definition'] {
  if (hook === null) return null;
  const { type, matcher, condition, runs, owner, state, file, line } = hook;
  return {
    type,
    matcher,
    condition,
    runs,
    scope: hook.scope,
    owner,
    position: { file, line, column: null },
    state,
  };
}

const NOTHING: Told = { hook: '', stdout: '', stderr: '', text: '' };

function runPage(run: RunHead, { detail }: EventEntry, late: LateEntry | null): RunPage {
  const background = run.outcome === 'background' || late !== null;
  const ended = late?.run ?? run;
  const told =
    (late === null ? detail.told.find(({ hook }) => hook === run.hook) : late.detail?.told) ?? NOTHING;
  return {
    ...endOf(ended, told),
    ms: background && late === null ? null : ended.ms,
    background,
    endedAt: late?.at ?? null,
    verdict: run.verdict,
    contributed: [
      ...contributionOf(run, detail.decision),
      ...(late !== null && late.run.contextBytes > 0 ? ['context for the model, later'] : []),
    ],
    observed: null,
  };
}

function observedPage(seen: ObservedEntry): RunPage {
  const { run, detail } = seen;
  return {
    ...endOf(run, detail?.told[0] ?? NOTHING),
    ms: run.ms,
    background: false,
    endedAt: null,
    verdict: 'nothing',
    contributed: [],
    observed: wouldInWords(seen) || 'would have done nothing',
  };
}

const endOf = (run: RunHead, told: Told) => ({
  outcome: run.outcome,
  exitCode: run.exitCode,
  waitMs: run.waitedMs ?? null,
  failed: run.failed,
  start: {
    kind: run.start === undefined || run.start.kind === 'cold' ? ('cold' as const) : ('warm' as const),
    words: run.start === undefined ? '' : startInWords(run.start),
  },
  work: workOf(run),
  stdout: told.stdout,
  stderr: told.stderr,
  answer: told.text,
  contextBytes: run.contextBytes,
});

function workOf({ work }: RunHead): RunPage['work'] {
  if (work === undefined) return null;
  const { model, calls, inputTokens, outputTokens, costUsd, steps } = work;
  return {
    model,
    calls,
    inputTokens,
    outputTokens,
    costUsd,
    steps: steps.map(({ tool, input, ok, durationMs }) => ({ tool, input, ok, ms: durationMs })),
  };
}

type Said = EventPage['said'][number];

function saidIn({ detail: { decision } }: EventEntry): readonly Said[] {
  const texts = (
    to: Said['to'],
    what: string,
    list: readonly { readonly value: unknown; readonly by: string }[],
  ): Said[] =>
    list.map(({ value, by }) => ({
      to,
      what,
      hook: by,
      text: typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''),
    }));
  const one = (said: { readonly value: unknown; readonly by: string } | null) =>
    said === null ? [] : [said];
  return [
    ...texts('model', 'feedback', decision.feedback),
    ...texts('model', 'context', decision.context),
    ...texts('model', 'from the background', decision.late),
    ...texts('user', 'message', decision.systemMessages),
    ...texts('host', 'another input', one(decision.updatedInput)),
    ...texts('host', 'another output', one(decision.updatedOutput)),
    ...texts('host', 'other permissions', one(decision.updatedPermissions)),
  ];
}
