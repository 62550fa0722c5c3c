// What a matcher means on an event, as data for whoever describes a configuration.
import type { EventRow } from '../events/index.js';
import type { MatcherMode } from '../profile-names.js';
import { readMatcher, saysAll } from './matcher.js';

export interface MatcherExplanation {
  readonly kind: 'all' | 'list' | 'regex' | 'invalid';
  /** The names of a list. */
  readonly names: readonly string[];
  /** The regular expression as it is used, or as written where it is invalid. */
  readonly source: string | null;
  /** Why it is invalid, or that the event ignores it. */
  readonly problem: string | null;
}

export function explainMatcher(
  matcher: string | null,
  row: EventRow,
  options: { readonly matcherMode: MatcherMode },
): MatcherExplanation {
  const plain = { names: [], source: null, problem: null };
  if (row.matcher === null) {
    return { ...plain, kind: 'all', problem: saysAll(matcher) ? null : `${row.name} ignores matchers` };
  }
  const read = readMatcher(matcher, row.matcherAlphabet, options.matcherMode);
  switch (read.kind) {
    case 'all':
      return { ...plain, kind: 'all' };
    case 'list':
      return { ...plain, kind: 'list', names: read.names };
    case 'regex':
      return { ...plain, kind: 'regex', source: read.regex.source };
    case 'invalid':
      return { ...plain, kind: 'invalid', source: matcher, problem: read.problem };
  }
}
