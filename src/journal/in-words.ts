// What stands in an event, in words: who contributed what, and by which rule it became the verdict.
import { type ObservedEntry, type RecordedDecision, type RunHead, type Upshot, VERDICTS } from './entries.js';

/** Everything of a decision that came from one hook. */
export function contributionOf({ hook, verdict }: RunHead, decision: RecordedDecision): readonly string[] {
  const own = (list: readonly { readonly by: string }[]): boolean => list.some(({ by }) => by === hook);
  return [
    ...(verdict === 'nothing' ? [] : [verdict]),
    ...(own(decision.context) ? ['context for the model'] : []),
    ...(own(decision.feedback) ? ['feedback for the model'] : []),
    ...(own(decision.systemMessages) ? ['a message to the user'] : []),
    ...(decision.updatedInput?.by === hook ? ['another input'] : []),
    ...(decision.updatedOutput?.by === hook ? ['another output'] : []),
    ...(decision.updatedPermissions?.by === hook ? ['other permissions'] : []),
  ];
}

/** The rule by which a verdict came about; `called` gives hooks their names. */
export function ruleOfVerdict(
  verdict: string,
  { permission, stop }: RecordedDecision,
  called: (hook: string) => string,
): string {
  if (permission !== null) return 'deny beats defer, defer beats ask, ask beats allow';
  if (stop !== null) return `"continue": false ends the turn (${called(stop.by)})`;
  return verdict === 'block' ? 'one block is enough' : 'no hook objected, so the host decides';
}

/** What a hook that only observes would have done. */
const WOULD: Readonly<Record<Upshot, string>> = {
  deny: 'denied',
  block: 'blocked',
  stop: 'ended the turn',
  ask: 'asked',
  defer: 'deferred',
  allow: 'allowed it',
  nothing: '',
};

const EFFECTS: Readonly<Record<ObservedEntry['effects'][number], string>> = {
  context: 'given the model context',
  feedback: 'given the model feedback',
  message: 'told the user something',
  input: 'rewritten the input',
  output: 'rewritten the output',
  permissions: 'changed permissions',
  fields: 'answered the host',
};

/** `would have denied, and rewritten the input`; empty: it would have done nothing. */
export function wouldInWords({
  run,
  effects,
}: {
  readonly run: Pick<ObservedEntry['run'], 'verdict'>;
  readonly effects: ObservedEntry['effects'];
}): string {
  const parts = [WOULD[run.verdict], ...effects.map((name) => EFFECTS[name])].filter((part) => part !== '');
  return parts.length === 0 ? '' : `would have ${parts.join(', ')}`;
}

/** How often observing hooks would have done what; empty: never. */
export const countedInWords = (verdicts: Partial<Readonly<Record<Upshot, number>>>): string[] =>
  VERDICTS.flatMap((verdict) => {
    const count = verdicts[verdict] ?? 0;
    return count === 0 || WOULD[verdict] === '' ? [] : [`${WOULD[verdict]} ${count}`];
  });
