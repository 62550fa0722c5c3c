// Judges a copy of a project as the project itself is judged.
import type { ConfigRequest, Follow, Judge } from '../config/index.js';
import type { TrustState } from '../nouns.js';
import { serverItem } from './identity.js';
import { type Answer, approvalsFile, readApprovals, readLasts } from './store.js';
import { type Entry, type Survey, survey } from './survey.js';
import type { Trust } from './trust.js';

/** Hooks are left as they are: who makes the copy leaves out those that may not run. */
export function judgeOfCopy(request: ConfigRequest, { options }: Trust): Judge {
  const { entries } = survey(request, options.stateDir, options.digests);
  const waits = new Map(
    entries.filter(({ state }) => state !== 'trusted').map((one) => [one.identity.item, one.state]),
  );
  return () => ({
    files: [],
    settings: () => !waits.has('settings'),
    hook: (hook) => hook,
    together: (hooks) => hooks,
    server: ({ name }) => (waits.has(serverItem(name)) ? 'nobody approved it yet' : null),
    diagnostics: () => [],
  });
}

/** Whose answers count for a copy. */
export interface AnswersElsewhere {
  /** The state directory of the user; the copy has one of its own. */
  readonly stateDir: string;
  /** What answers are kept for in the real place, by what they would be kept for in the copy. */
  readonly keyOf: (key: string) => string;
  /** Whose changes need no approval. */
  readonly follow: Follow;
}

/** Everything in a copy that needs approval, with the state that the same content has in the real place. Answers are kept for that. */
export function surveyOfCopy(
  request: ConfigRequest,
  ownStateDir: string,
  { stateDir, keyOf, follow }: AnswersElsewhere,
  digests: ReadonlySet<string>,
): Survey {
  const found = survey(request, ownStateDir, digests);
  const key = keyOf(found.key);
  const { approvals, broken } = readApprovals(stateDir, key);
  const entries = found.entries.map((entry): Entry => {
    const own = keyOf(entry.key);
    const answers = own === key ? approvals : readApprovals(stateDir, own).approvals;
    const { item } = entry.identity;
    const follows = follow === 'all' || (follow === 'answered' && answers.follow);
    const state = stateBy(entry, answers.items[item], follows);
    return { ...entry, key: own, state, last: readLasts(stateDir, own)[item] ?? null };
  });
  return {
    ...found,
    key,
    file: approvalsFile(stateDir, key),
    stateDir,
    follow: follow === 'all' || (follow === 'answered' && approvals.follow),
    broken,
    entries,
    gone: [],
  };
}

function stateBy(
  { identity: { digest, problems }, state }: Entry,
  answer: Answer | undefined,
  follows: boolean,
): TrustState {
  if (answer?.refused.includes(digest) === true) return 'refused';
  if (state === 'trusted' || (follows && (answer?.refused.length ?? 0) === 0)) return 'trusted';
  const known = answer !== undefined && answer.approved.length > 0;
  if (problems.length === 0 && answer?.approved.includes(digest) === true) return 'trusted';
  return known ? 'changed' : 'new';
}
