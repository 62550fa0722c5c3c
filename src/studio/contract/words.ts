// Words that several parts of the contract use. Nothing here loads the rooms it speaks of: the page is bundled from it.
import type { Upshot } from '../../journal/index.js';
import type { Failure, Outcome, Scope, TrustState } from '../../nouns.js';
import {
  count,
  integer,
  listOf,
  number,
  object,
  oneOf,
  orNull,
  type Shape,
  text,
} from '../../text/shapes/index.js';

/** What came of an event, the most serious first; the same order as in the journal. */
export const VERDICTS = [
  'deny',
  'block',
  'stop',
  'ask',
  'defer',
  'allow',
  'nothing',
] as const satisfies readonly Upshot[];
export const verdict: Shape<Upshot> = oneOf(...VERDICTS);

/** How one hook ended. Those up to `refused` are failures where the hook's `failed` says so. */
export const OUTCOMES = [
  'finished',
  'launchFailed',
  'timedOut',
  'signalled',
  'badOutput',
  'refused',
  'answered',
  'judged',
  'cancelled',
  'background',
] as const satisfies readonly Outcome['kind'][];
export const outcome: Shape<Outcome['kind']> = oneOf(...OUTCOMES);

export const FAILURES = [
  'finished',
  'launchFailed',
  'timedOut',
  'signalled',
  'badOutput',
  'refused',
] as const satisfies readonly Failure['kind'][];
export const failureKind: Shape<Failure['kind']> = oneOf(...FAILURES);

export const scope: Shape<Scope> = oneOf(
  'managed',
  'user',
  'project',
  'local',
  'flag',
  'plugin',
  'skill',
  'agent',
);
export const trust: Shape<TrustState> = oneOf('managed', 'own', 'trusted', 'new', 'changed', 'refused');

/** Milliseconds since the epoch. */
export const moment = number;
/** A place among the values of a list that stands beside. */
export const place = integer;
/** Many numbers, one a row. */
export const column = listOf(number);

/** Where something stands in a file, for an editor. */
export const position = object({ file: text, line: orNull(count), column: orNull(count) });
