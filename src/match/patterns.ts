// Judges regular expressions against names without ever hanging: what cannot be judged counts as matching.
import { regexProblem } from './matcher.js';
import { TimeBudget } from './time-budget.js';

/** How long all patterns of an event together may take for a new name, and then a suspect alone. */
const BUDGET_MS = 25;
const ALONE_MS = 50;
/** What comes to no end for a new name may take this long in all; what was not tried by then is set aside too. */
const ALL_MS = 500;

/** Names are cut to this length before a regular expression sees them. */
export const LONGEST_NAME = 256;

/** The time to compile groups grows with the cube of their nesting, and compiling cannot be stopped. */
const DEEPEST_NESTING = 50;

/** What became of a pattern in this generation. */
export type Fate =
  | { readonly kind: 'usable' }
  /** Set aside; it counts as matching from now on, because a guard that is left out is worse. */
  | { readonly kind: 'unjudged'; readonly why: string }
  /** Valid as written, but refused when it was first used. */
  | { readonly kind: 'broken'; readonly problem: string };

/** One regular expression of a generation, shared by all hooks that use it. */
export interface Pattern {
  readonly regex: RegExp;
  /** It says what it is not for (`^(?!Bash$)`), so no name of the tool may be among that. */
  readonly excludes: boolean;
  fate: Fate;
}

export function newPattern(regex: RegExp): Pattern {
  const excludes = /\(\?<?!/.test(regex.source);
  const depth = nesting(regex.source);
  if (depth <= DEEPEST_NESTING) return { regex, excludes, fate: { kind: 'usable' } };
  const why = `it nests ${depth} groups, and more than ${DEEPEST_NESTING} are not tried`;
  return { regex, excludes, fate: { kind: 'unjudged', why } };
}

/** For each usable pattern that matches one of the names (an excluding one: all of them), the first such name. Changes the fate of those that fail. */
export function judgePatterns(
  patterns: readonly Pattern[],
  names: readonly string[],
): ReadonlyMap<Pattern, string> {
  const found = new Map<Pattern, string>();
  const judge = (pattern: Pattern) => {
    const name = firstMatch(pattern, names);
    if (name !== undefined) found.set(pattern, name);
  };
  let at = 0;
  const judgeTheRest = () => {
    for (let pattern = patterns[at]; pattern !== undefined; pattern = patterns[at]) {
      judge(pattern);
      at++;
    }
  };
  const time = new TimeBudget(ALL_MS);
  while (!time.run(BUDGET_MS, judgeTheRest).finished && !time.isSpent) {
    const suspect = patterns[at];
    // The time of all may have run out on an innocent one, so it gets a second chance alone.
    if (suspect !== undefined && !time.run(ALONE_MS, () => judge(suspect)).finished) {
      const tried = names.map((name) => JSON.stringify(name)).join(', ');
      suspect.fate = { kind: 'unjudged', why: `it took longer than ${ALONE_MS} ms for ${tried}` };
    }
    at++;
  }
  if (time.isSpent) for (const pattern of patterns.slice(at)) setAside(pattern);
  return found;
}

function setAside(pattern: Pattern): void {
  if (pattern.fate.kind !== 'usable') return;
  const why = `the patterns of this event took longer than ${ALL_MS} ms together, and it was not reached`;
  pattern.fate = { kind: 'unjudged', why };
}

/** Which of a few known names a regular expression is found in; `null`: it takes too long or cannot be used. */
export function namesFound(
  regex: RegExp,
  names: readonly string[],
  time: TimeBudget = new TimeBudget(ALONE_MS),
): readonly string[] | null {
  const pattern = newPattern(regex);
  if (pattern.fate.kind !== 'usable') return null;
  const matching = () => names.filter((name) => firstMatch(pattern, [name]) !== undefined);
  const timed = time.run(ALONE_MS, matching);
  return timed.finished && pattern.fate.kind === 'usable' ? timed.value : null;
}

function firstMatch(pattern: Pattern, names: readonly string[]): string | undefined {
  if (pattern.fate.kind !== 'usable') return undefined;
  try {
    const matches = (name: string) => pattern.regex.test(name);
    if (pattern.excludes) return names.every(matches) ? names[0] : undefined;
    return names.find(matches);
  } catch (error) {
    // A pattern is compiled when it is first used, and can still be found too large then.
    pattern.fate = { kind: 'broken', problem: regexProblem(error) };
    return undefined;
  }
}

/** How deep groups stand in each other; what is escaped or in brackets opens none. */
function nesting(source: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of source.replace(/\\.|\[(?:\\.|[^\]\\])*\]/gs, '')) {
    if (character === '(') deepest = Math.max(deepest, ++depth);
    else if (character === ')') depth--;
  }
  return deepest;
}
