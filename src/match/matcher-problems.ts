// Known traps in matchers: what is written, what it does instead, and what to write.
import { type EventRow, KNOWN_TOOLS } from '../events/index.js';
import type { MatcherMode } from '../profile-names.js';
import { listProblems } from './list-problems.js';
import { readMatcher, saysAll } from './matcher.js';
import { namesFound } from './patterns.js';
import { type Problem, problem } from './problem.js';
import type { TimeBudget } from './time-budget.js';

const MCP_TOOL = 'mcp__server__tool';
/** Names on which a pattern with a repetition inside a repetition does not come to an end. */
const STRESS = [`${'a'.repeat(60)}!`, `${'a'.repeat(60)}\u0001`, `mcp__${'a_'.repeat(30)}!`];
const q = (text: string): string => JSON.stringify(text);

/**
 * What is odd about a matcher on an event; `null`: the time was spent before it could be tried.
 *
 * @param otherNames names of tools beyond the known ones, as the host has them
 * @param time for all matchers together
 * @param mode how regular expressions are compared
 */
export function matcherProblems(
  matcher: string | null,
  row: EventRow,
  otherNames: readonly string[],
  time: TimeBudget,
  mode: MatcherMode,
): readonly Problem[] | null;
export function matcherProblems(
  matcher: string | null,
  row: EventRow,
  otherNames?: readonly string[],
): readonly Problem[];
export function matcherProblems(
  matcher: string | null,
  row: EventRow,
  otherNames: readonly string[] = [],
  time?: TimeBudget,
  mode: MatcherMode = 'search',
): readonly Problem[] | null {
  if (matcher === null || saysAll(matcher)) return [];
  // What means anything is what happens.
  if (row.matcher === null) return meansAnything(matcher) ? [] : [ignored(matcher, row)];
  const read = readMatcher(matcher, row.matcherAlphabet, mode);
  switch (read.kind) {
    case 'all':
      return [];
    case 'list':
      return listProblems(matcher, read.names, row, otherNames);
    case 'invalid':
      return [misread(matcher, row) ?? invalid(matcher, read.problem)];
    case 'regex':
      return time?.isSpent === true ? null : regexProblems(matcher, read.regex, row, otherNames, time);
  }
}

function regexProblems(
  matcher: string,
  regex: RegExp,
  row: EventRow,
  otherNames: readonly string[],
  time: TimeBudget | undefined,
): readonly Problem[] | null {
  const known = row.tool ? [...KNOWN_TOOLS, ...otherNames] : row.matcherValues;
  const probes = row.tool ? ['', MCP_TOOL, ...known] : ['', ...known];
  const matched = namesFound(regex, probes, time);
  if (matched === null || namesFound(regex, STRESS, time) === null) return [slow(matcher)];
  if (matched.length === probes.length) return saysAnything(matcher) ? [] : [everything(matcher, row)];
  const selected = matched.filter((name) => name !== '');
  if (selected.length === 0) {
    const found = misread(matcher, row) ?? (known.length === 0 ? null : nothing(matcher, row));
    return found === null ? [] : [found];
  }
  const full = readMatcher(matcher, row.matcherAlphabet, 'full');
  const whole = full.kind === 'regex' ? namesFound(full.regex, selected, time) : null;
  const more = selected.filter((name) => name !== MCP_TOOL && whole?.includes(name) === false);
  if (row.tool && more.length > 0) return [wider(matcher, more)];
  return STAR_OF_ONE.test(matcher) ? [star(matcher, row)] : [];
}

/** Patterns that plainly mean "anything", and those that say what they leave out. */
const meansAnything = (matcher: string): boolean => /^\^?\(?\.[*+]\??\)?\$?$/.test(matcher);
const saysAnything = (matcher: string): boolean => meansAnything(matcher) || matcher.startsWith('^(?!');

/** Another language written into a matcher. */
function misread(matcher: string, row: EventRow): Problem | null {
  const tool = /^\s*(\w+)\(.*\)\s*$/s.exec(matcher)?.[1];
  if (row.tool && tool !== undefined && KNOWN_TOOLS.includes(tool)) {
    return problem(
      'matcher-permission-rule',
      `the matcher ${q(matcher)} is a permission rule; as a matcher it does not select what it says`,
      `Write "matcher": ${q(tool)} and, in the hook, "if": ${q(matcher.trim())}.`,
    );
  }
  if (EXPRESSION.test(matcher)) return expression(matcher, row);
  if (!/^\*|\*\*|\*\.\w+$/.test(matcher)) return null;
  const extension = /\*(\.\w+)$/.exec(matcher)?.[1] ?? '.ts';
  return problem(
    'matcher-glob',
    `the matcher ${q(matcher)} is a file pattern, but a matcher is a name or a regular expression for ${row.matcher}`,
    row.tool
      ? `Write "matcher": "Edit" and, in the hook, "if": ${q(`Edit(*${extension})`)}.`
      : `As a regular expression: ${q(`\\${extension}$`)}.`,
  );
}

const EXPRESSION = /==|&&|\b(?:AND|OR|matches)\b/;

function expression(matcher: string, row: EventRow): Problem {
  const message = `the matcher ${q(matcher)} looks like an expression, but it is taken as one regular expression for ${row.matcher}`;
  const hint =
    'Write the names alone, such as "Edit|Write"; conditions on the input belong into "if" or into the hook.';
  return problem('matcher-expression', message, hint);
}

function everything(matcher: string, row: EventRow): Problem {
  if (EXPRESSION.test(matcher)) {
    const found = expression(matcher, row);
    return { ...found, message: `${found.message}, and as such it matches everything` };
  }
  return problem(
    'matcher-matches-everything',
    `the matcher ${q(matcher)} matches every ${row.matcher}: as a regular expression it is found anywhere, even in an empty text`,
    'For everything write "*". For names that start with B write "^B", for all but Bash "^(?!Bash$)".',
  );
}

function ignored(matcher: string, row: EventRow): Problem {
  const message = `${row.name} ignores matchers, so the hook runs for every ${row.name}, not only for ${q(matcher)}`;
  return problem('matcher-ignored', message, 'Leave the matcher out, and let the hook look at its input.');
}

function invalid(matcher: string, why: string): Problem {
  const hint = matcher.startsWith('(?i)')
    ? 'Inline flags do not exist here; names are case-sensitive, so write them as they are.'
    : 'Write a name, a list such as "Edit|Write", or a valid JavaScript regular expression.';
  return problem(
    'matcher-invalid',
    `the matcher ${q(matcher)} is not a valid regular expression: ${why}`,
    hint,
  );
}

function slow(matcher: string): Problem {
  const message = `the matcher ${q(matcher)} cannot be judged in reasonable time, so it may count as matching everything`;
  const hint = 'Rewrite it without a repetition inside a repetition, or as a list of names.';
  return problem('matcher-unjudged', message, hint);
}

function nothing(matcher: string, row: EventRow): Problem | null {
  // What tools an MCP server has is not known here.
  if (row.tool && matcher.includes('mcp')) return null;
  const inside = /^\/(.+)\/[a-z]*$/.exec(matcher)?.[1];
  const hint = inside === undefined ? null : `Write it without slashes: ${q(inside)}.`;
  const what = row.tool ? 'no known tool' : `none of ${row.matcherValues.join(', ')}`;
  const message = `the matcher ${q(matcher)} is a regular expression that matches ${what}`;
  // A host may have tools of its own, but hardly one with a slash or a line end in its name.
  const isSure = !row.tool || hint !== null || /[\n\t]/.test(matcher);
  return problem(isSure ? 'matcher-matches-nothing' : 'matcher-unknown-tool', message, hint);
}

function wider(matcher: string, more: readonly string[]): Problem {
  const isList = matcher.split('|').some((name) => KNOWN_TOOLS.includes(name.trim()));
  const cause = isList
    ? 'one special character makes the whole list a regular expression, which is found anywhere in a name'
    : 'a regular expression is found anywhere in a name';
  return problem(
    isList ? 'matcher-list-is-regex' : 'matcher-unanchored',
    `the matcher ${q(matcher)} also selects ${more.join(', ')}: ${cause}`,
    `If whole names are meant, write ${q(`^(?:${matcher})$`)}.`,
  );
}

const STAR_OF_ONE = /(?<!\\)(\w)\*/;

function star(matcher: string, row: EventRow): Problem {
  const message = `in the matcher ${q(matcher)} the star repeats the character before it; it matches the right ${row.matcher} by luck`;
  return problem('matcher-star', message, `Write ${q(matcher.replace(STAR_OF_ONE, '$1.*'))}.`);
}
