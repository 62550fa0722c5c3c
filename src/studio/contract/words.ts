// Words that several parts of the contract use. Nothing of other rooms is named here: the page is bundled from it, and has none.
import { count, integer, listOf, number, object, oneOf, orNull, text } from '../../text/shapes/index.js';

/** What came of an event, the most serious first; the same order as in the journal. */
export const VERDICTS = ['deny', 'block', 'stop', 'ask', 'defer', 'allow', 'nothing'] as const;
export const verdict = oneOf(...VERDICTS);

/** How a hook can fail. */
export const FAILURES = [
  'finished',
  'launchFailed',
  'timedOut',
  'signalled',
  'badOutput',
  'refused',
] as const;
export const failureKind = oneOf(...FAILURES);

/** How one hook ended. The first ones are failures, where it is said that the hook failed. */
export const OUTCOMES = [...FAILURES, 'answered', 'judged', 'cancelled', 'background'] as const;
export const outcome = oneOf(...OUTCOMES);

export const scope = oneOf('managed', 'user', 'project', 'local', 'flag', 'plugin', 'skill', 'agent');
export const trust = oneOf('managed', 'own', 'trusted', 'new', 'changed', 'refused');

/** Milliseconds since the epoch. */
export const moment = number;
/** A place among the values of a list that stands beside. */
export const place = integer;
/** Many numbers, one a row. */
export const column = listOf(number);

/** Where something stands in a file, for an editor. */
export const position = object({ file: text, line: orNull(count), column: orNull(count) });
