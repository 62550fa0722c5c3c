// What stands in an event, in words: who contributed what, and by which rule it became the verdict.
import type { RecordedDecision, RunHead } from './entries.js';

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
