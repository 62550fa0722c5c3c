// How the verdict of a recorded event was put together, step by step.
import { type EventEntry, type RunHead, ruleOfVerdict, type Upshot } from '../journal/index.js';
import type { Permission } from '../nouns.js';
import type { Step } from './contract.js';

/** From strongest to weakest. */
const STRENGTH: readonly Upshot[] = ['deny', 'defer', 'ask', 'allow', 'nothing'];

/** One step a hook in declared order, and the rule at the end. */
export function stepsOf(event: EventEntry, called: (hook: string) => string): readonly Step[] {
  const { decision } = event.detail;
  const steps: Step[] = [];
  let soFar: Upshot = 'nothing';
  for (const run of event.runs) {
    const outvoted = decision.outvoted?.find(({ by }) => by === run.hook)?.value ?? null;
    const next: Upshot = stronger(soFar, outvoted ?? run.verdict);
    steps.push({
      hook: run.hook,
      text: opinion(run, event, outvoted),
      verdict: next,
      counts: next !== soFar,
    });
    soFar = next;
  }
  // Who decided something else may end the turn as well.
  if (decision.stop !== null && !event.runs.some(({ verdict }) => verdict === 'stop'))
    steps.push({ hook: decision.stop.by, text: endInWords(event), verdict: event.verdict, counts: false });
  return [
    ...steps,
    {
      hook: null,
      text: ruleOfVerdict(event.verdict, decision, called),
      verdict: event.verdict,
      counts: event.verdict !== soFar,
    },
  ];
}

/** What stops something is not weakened by what comes later. */
function stronger(one: Upshot, other: Upshot): Upshot {
  const [left, right] = [STRENGTH.indexOf(one), STRENGTH.indexOf(other)];
  if (left < 0 || right < 0) return left < 0 ? one : other;
  return right < left ? other : one;
}

const SAYS: Readonly<Record<Permission, string>> = {
  allow: 'allows it',
  ask: 'wants the user to be asked',
  defer: 'leaves it to the host to be asked later',
  deny: 'denies it',
};

const endInWords = ({ detail: { decision } }: EventEntry): string =>
  `ends the turn${typeof decision.stop?.value === 'string' ? `: ${decision.stop.value}` : ''}`;

function opinion(run: RunHead, event: EventEntry, outvoted: Permission | null): string {
  const { detail, reason } = event;
  const failure = detail.decision.failures.find(({ by }) => by === run.hook);
  if (failure !== undefined)
    return `failed: ${failure.message}${failure.blocked ? ', and that blocks' : '; it decides nothing'}`;
  if (outvoted !== null) return `${SAYS[outvoted]}, which does not count: a stronger word beats it`;
  const why = reason === null ? '' : `: ${reason}`;
  switch (run.verdict) {
    case 'allow':
    case 'ask':
    case 'defer':
    case 'deny':
      return `${SAYS[run.verdict]}${why}`;
    case 'block':
      return `blocks it${why}`;
    case 'stop':
      return endInWords(event);
    case 'nothing':
      return run.outcome === 'background'
        ? 'goes on in the background, and cannot decide'
        : 'has no objection and no opinion';
  }
}
