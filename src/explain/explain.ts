// Why each configured hook would run for an event or not, with what, and what would come of it. Runs nothing.

import type { Engine, Settled } from '../engine/index.js';
import { timeoutFor } from '../engine/index.js';
import { type HookInput, renderFields } from '../events/index.js';
import type { Diagnostic, Generation, Hook, PlanEntry } from '../nouns.js';
import {
  type EnvironmentDifference,
  type EnvironmentQuestion,
  explainEnvironment,
  hookEnvironment,
} from '../run/index.js';
import { isRecord } from '../text/index.js';
import { type CallExplanation, Calls } from './call.js';
import { isShut, SHUT } from './inventory.js';
import { hookRules, type MergeRule, mergeRules } from './merge.js';

export interface ExplainedHook {
  readonly hook: Hook;
  readonly runs: boolean;
  /** By which rule. */
  readonly rule: PlanEntry['reason']['code'];
  readonly why: string;
  /** Why nothing of what it says would count; `null`: it would. */
  readonly observes: string | null;
  /** What else holds for a hook that would run; `null` for the others. */
  readonly start: ExplainedStart | null;
}

export interface ExplainedStart {
  /** What is started or called. */
  readonly launch: CallExplanation;
  /** Milliseconds; `null`: no limit. */
  readonly timeoutMs: number | null;
  /** How its environment differs from the host's. */
  readonly differences: readonly EnvironmentDifference[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Explanation {
  readonly event: string;
  /** The field that matchers are compared with, and its value. */
  readonly target: { readonly field: string; readonly value: string } | null;
  readonly profile: string;
  /** Why it is denied before any hook is asked; `null`: it is not. */
  readonly shut: string | null;
  /** In declared order. */
  readonly hooks: readonly ExplainedHook[];
  /** What each hook that runs reads on stdin. */
  readonly stdin: Readonly<Record<string, unknown>>;
  /** The first of these that can be entered. */
  readonly cwd: readonly string[];
  readonly hookRules: readonly MergeRule[];
  readonly mergeRules: readonly MergeRule[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Explains an event as it would go in a new session. */
export async function explainEvent(engine: Engine, settled: Settled, input: HookInput): Promise<Explanation> {
  const { profile, projectDir, home } = settled;
  const plan = engine.plan(input);
  const { row } = input;
  const calls = new Calls({ generation: engine.generation, settled, input });
  const hooks: ExplainedHook[] = [];
  for (const { hook, runs, reason } of plan.entries()) {
    if (runs && isShut(hook)) {
      hooks.push({ hook, runs: false, rule: 'untrusted', why: SHUT, observes: null, start: null });
      continue;
    }
    const start = runs ? await startOf(hook, engine.generation, settled, input, calls) : null;
    const observes = runs ? (hook.observes?.detail ?? null) : null;
    hooks.push({ hook, runs, rule: reason.code, why: reason.detail, observes, start });
  }
  return {
    event: row.name,
    target: row.matcher === null ? null : { field: row.matcher, value: input.target ?? '' },
    profile: profile.name,
    shut: plan.shut,
    hooks,
    stdin: renderFields(input, {
      bothSpellings: profile.bothSpellings,
      timestamp: profile.timestamp ? '(the time of the event)' : null,
    }),
    cwd: [...new Set([input.cwd ?? projectDir, projectDir, home, '/'])],
    hookRules: hookRules(row, profile),
    mergeRules: mergeRules(row, profile),
    diagnostics: plan.diagnostics,
  };
}

async function startOf(
  hook: Hook,
  generation: Generation,
  settled: Settled,
  input: HookInput,
  calls: Calls,
): Promise<ExplainedStart> {
  const { profile, projectDir, env: base, remote } = settled;
  const { effort } = input.fields;
  const question: EnvironmentQuestion = {
    base,
    generationEnv: generation.env,
    hook,
    profile,
    projectDir,
    sessionId: input.sessionId,
    effort: isRecord(effort) && typeof effort['level'] === 'string' ? effort['level'] : null,
    envFile: input.row.envFile ? '(a file of its own for each run)' : null,
    exported: [],
    remote,
    hostPid: 0,
  };
  const env = { ...hookEnvironment(question), CLAUDE_PID: OF_THE_HOST };
  return {
    launch: await calls.of(hook, env),
    timeoutMs: timeoutFor(hook, generation, profile, base),
    differences: explainEnvironment(question).map((one) =>
      one.name === 'CLAUDE_PID' ? { ...one, value: OF_THE_HOST } : one,
    ),
    env,
  };
}

/** This process is not the host, so it cannot say. */
const OF_THE_HOST = '(that of the host)';
