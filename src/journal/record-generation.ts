// Hook definitions and plans, as they are stored beside the events that refer to them.
import { whatItRuns } from '../hook-name.js';
import type { Generation, Hook, Plan } from '../nouns.js';
import { Copier } from './copy.js';
import type {
  ConditionReason,
  GenerationEntry,
  PlanRecord,
  RecordedHook,
  RecordedPlanEntry,
} from './entries.js';
import { digestOf } from './record.js';

/** Skipped hooks of one plan that are stored with their reason. */
const MOST_SKIPPED = 500;
/** Enough of a command or prompt to know it by. */
const SHORT = 400;

export function generationEntry(generation: Generation, at: number, redact: boolean): GenerationEntry {
  return {
    kind: 'generation',
    id: generation.id,
    at,
    profile: generation.profile,
    hooks: generation.hooks.map((hook) => recordedHook(hook, new Copier(redact))),
    quarantined: generation.quarantined.length,
    diagnostics: generation.diagnostics.length,
  };
}

/** A guard that changed since it was approved is armed only to deny. */
function stateOf({ inactive, trust, observes }: Hook, copier: Copier): string {
  if (inactive !== null) return `${inactive.code}: ${copier.text(inactive.detail, SHORT)}`;
  if (observes !== undefined) return `observing: ${copier.text(observes.detail, SHORT)}`;
  return trust === 'changed' ? 'untrusted: it changed since it was approved' : 'armed';
}

function recordedHook(hook: Hook, copier: Copier): RecordedHook {
  return {
    id: hook.id,
    event: hook.event,
    matcher: copier.textOrNull(hook.matcher, SHORT),
    condition: copier.textOrNull(hook.condition, SHORT),
    type: hook.handler.type,
    runs: copier.text(whatItRuns(hook), SHORT),
    scope: hook.source.scope,
    owner: hook.source.owner,
    file: hook.source.file,
    line: hook.line,
    state: stateOf(hook, copier),
  };
}

/** The plan with its digest, and apart from it what speaks of this very input, so that equal plans are stored once. */
export function planRecord(
  plan: Plan,
  redact: boolean,
): { readonly record: PlanRecord; readonly conditions: readonly ConditionReason[] } {
  const [entries, conditions]: [RecordedPlanEntry[], ConditionReason[]] = [[], []];
  let [otherEvents, more, skipped] = [0, 0, 0];
  for (const { hook, runs, reason } of plan.entries()) {
    if (reason.code === 'event') {
      otherEvents += 1;
      continue;
    }
    if (!runs) skipped += 1;
    if (!runs && skipped > MOST_SKIPPED) {
      more += 1;
      continue;
    }
    const detail = new Copier(redact).text(reason.detail, SHORT);
    const judged = hook.condition !== null && (runs || reason.code === 'if-rule');
    if (judged) conditions.push({ hook: hook.id, detail });
    const observes = runs && hook.observes !== undefined ? { observes: true } : {};
    entries.push({ hook: hook.id, runs, code: reason.code, detail: judged ? '' : detail, ...observes });
  }
  const target = new Copier(redact).textOrNull(plan.target, SHORT);
  const digest = digestOf(JSON.stringify([plan.event, target, entries, otherEvents, more]));
  const record: PlanRecord = {
    kind: 'plan',
    digest,
    event: plan.event,
    target,
    entries,
    otherEvents,
    more,
  };
  return { record, conditions };
}
