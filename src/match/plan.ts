// The plan as a value; the reasons for every hook of the generation are made when asked for.
import type { Generation, Plan, PlanEntry } from '../nouns.js';
import type { MatcherMode } from '../profile-names.js';
import type { EventIndex, Hits } from './event-index.js';
import type { Judgement } from './judge.js';
import * as reasons from './reasons.js';

export function makePlan(
  generation: Generation,
  index: EventIndex,
  found: Hits,
  target: string | null,
  judgement: Judgement,
  mode: MatcherMode,
): Plan {
  return Object.freeze({
    generation: generation.id,
    event: index.row.name,
    target,
    shut: generation.policy.shut[index.row.name] ?? null,
    runs: Object.freeze(judgement.runs),
    ...(judgement.observed.length === 0 ? {} : { observed: Object.freeze(judgement.observed) }),
    diagnostics: Object.freeze(found.diagnostics),
    entries: () => {
      const ofEvent = entriesOfEvent(index, found, target ?? '', judgement, mode);
      return generation.hooks.map((hook, place): PlanEntry => {
        if (hook.inactive !== null) return { hook, runs: false, reason: hook.inactive };
        return ofEvent.get(place) ?? { hook, runs: false, reason: reasons.otherEvent(hook, index.row) };
      });
    },
  });
}

function entriesOfEvent(
  { row, prepared: all }: EventIndex,
  { names, hits }: Hits,
  target: string,
  { skipped, conditions }: Judgement,
  mode: MatcherMode,
): ReadonlyMap<number, PlanEntry> {
  const selections = new Map(hits.map(({ prepared, selection }) => [prepared, selection]));
  return new Map(
    all.map((prepared): [number, PlanEntry] => {
      const { hook, place } = prepared;
      const selection = selections.get(prepared);
      if (selection === undefined) {
        return [place, { hook, runs: false, reason: reasons.notSelectedReason(prepared, row, names, mode) }];
      }
      const skip = skipped.get(prepared);
      if (skip !== undefined) return [place, { hook, runs: false, reason: skip }];
      const reason = reasons.selectedReason(hook, selection, row, target, mode);
      const condition = conditions.get(prepared);
      const detail = condition === undefined ? reason.detail : `${reason.detail}; ${condition}`;
      return [place, { hook, runs: true, reason: { code: reason.code, detail } }];
    }),
  );
}
