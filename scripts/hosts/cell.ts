// What a case came to in a host: one cell of the scorecard, with the reason where it did not work.
import { agentNamed, type Way } from '../../src/hosts/agents/index.js';
import type { Case } from './case.js';
import { UNASKED } from './cases.js';
import type { DrivenName } from './driver.js';
import type { Seen } from './seen.js';

export interface Cell {
  readonly cell: string;
  readonly why: string | null;
}

export const WORKS = 'works';
/** A reason that nobody wrote down is a fault of the facts: the run says so. */
export const UNKNOWN = 'not among the limits that are known of it';

/** Claude Code has no facts of its own, because hooks are written in its form. */
const CLAUDE_LIMITS = ['A hook that is killed counts as one that failed, and the tool runs.'];

export async function cellOf(which: Case, host: DrivenName, all: readonly Seen[]): Promise<Cell> {
  const facts = (await agentNamed(host))?.facts;
  const { about } = which;
  const row = facts?.events.find(({ ours }) => ours === about?.event);
  const way = about === null ? undefined : row?.ways[about.ability];
  const instead = all.map(which.instead).find((words) => words !== null) ?? null;
  const isAsk = about?.ability === 'ask' && way?.kind === 'degraded';
  if (instead === null && !isAsk) return { cell: WORKS, why: null };
  const limit = (facts?.limits ?? CLAUDE_LIMITS).find((words) => which.limit.test(words)) ?? null;
  // Where the event did not come, what would have become of the answer explains nothing.
  const reason = reasonOf(way, facts?.title ?? '');
  const reasons = instead === UNASKED ? [limit, reason] : [reason, limit];
  return { cell: instead ?? 'did not run', why: reasons.find((why) => why !== null) ?? UNKNOWN };
}

function reasonOf(way: Way | undefined, title: string): string | null {
  if (way === undefined || way.kind === 'works') return null;
  return sentence(way.kind === 'lost' ? way.why : way.instead, title);
}

/** A host's own name begins as it is written. */
const sentence = (words: string, title: string): string =>
  title !== '' && words.startsWith(title)
    ? `${words}.`
    : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
