// What differs between a recorded and a replayed event. Pure.
import { isRefusal, type Judged, sameTexts, sameValue, strength } from './judged.js';

/** What can differ, in the order in which it is told. The first four are about the verdict, of which an event has one. */
export const DIFFERENCES = [
  'newly-allowed',
  'newly-denied',
  'newly-asked',
  'other-verdict',
  'reason',
  'context',
  'message',
  'rewrite',
  'failure',
] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** One thing that differs, and the hooks behind it. */
export interface Differing {
  readonly kind: Difference;
  readonly before: unknown;
  readonly after: unknown;
  /** Hooks that said so then. */
  readonly by: readonly string[];
  /** Hooks that say so now. */
  readonly nowBy: readonly string[];
}

export function differences(before: Judged, after: Judged): readonly Differing[] {
  const found: Differing[] = [];
  const verdict = verdictDifference(before, after);
  if (verdict !== null)
    found.push({
      kind: verdict,
      before: before.verdict,
      after: after.verdict,
      by: before.by,
      nowBy: after.by,
    });
  else if (!sameTexts([before.reason ?? ''], [after.reason ?? '']))
    found.push({
      kind: 'reason',
      before: before.reason,
      after: after.reason,
      by: before.by,
      nowBy: after.by,
    });
  const texts = (kind: 'context' | 'message', of: 'context' | 'messages'): void => {
    if (sameTexts(before[of], after[of])) return;
    const [by, nowBy] = [before.speakers[of], after.speakers[of]];
    found.push({ kind, before: before[of], after: after[of], by, nowBy });
  };
  texts('context', 'context');
  texts('message', 'messages');
  if (!sameValue(before.rewrites, after.rewrites))
    found.push({
      kind: 'rewrite',
      before: before.rewrites,
      after: after.rewrites,
      by: before.speakers.rewrites,
      nowBy: after.speakers.rewrites,
    });
  if (!sameTexts([...before.failures].sort(), [...after.failures].sort()))
    found.push({
      kind: 'failure',
      before: before.failures,
      after: after.failures,
      by: before.speakers.failures,
      nowBy: after.speakers.failures,
    });
  return found;
}

/** What is let through more easily than before counts as allowed: a question instead of a no, too. */
export function verdictDifference(
  before: Pick<Judged, 'verdict'>,
  after: Pick<Judged, 'verdict'>,
): Extract<Difference, 'newly-allowed' | 'newly-denied' | 'newly-asked' | 'other-verdict'> | null {
  const [then, now] = [before.verdict, after.verdict];
  if (then === now) return null;
  if (isRefusal(then) && isRefusal(now)) return 'other-verdict';
  if (isRefusal(now)) return 'newly-denied';
  // No hook lets it pass any more, and none objects: the host decides.
  if (then === 'allow' && now === 'nothing') return 'other-verdict';
  return strength(now) < strength(then) ? 'newly-allowed' : 'newly-asked';
}
