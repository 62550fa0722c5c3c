// Adds to a generation what is odd about its matchers, `if` rules and repetitions; reading files and judging patterns are two rooms.
import { eventRow, KNOWN_TOOLS } from '../events/index.js';
import {
  fixOf,
  matcherProblems,
  type Problem,
  placed,
  problem,
  repeatedProblems,
  ruleProblems,
  TimeBudget,
} from '../match/index.js';
import type { Diagnostic, Generation, Hook, Voice } from '../nouns.js';
import type { MatcherMode } from '../profile-names.js';
import { profile } from '../profiles.js';
import { plural } from '../text/index.js';
import { boundedDiagnostics } from './diagnostics.js';
import type { Settled } from './options.js';

/** CPU time for trying the matchers of one voice. A project cannot use up that of the user. */
const TIME_MS = 300;

/** With so many problems of the matchers of one voice the others are not looked at. */
const MOST_PROBLEMS = 300;

/** What was found of the matchers of one voice. */
interface Checked {
  readonly time: TimeBudget;
  readonly problems: Diagnostic[];
  /** Hooks that were not looked at, because there are problems enough. */
  readonly unread: Hook[];
  /** Hooks whose matchers were not tried. */
  readonly untried: Hook[];
}

/** The generation with diagnostics for every matcher, rule and repetition that will surprise its author. */
export function withMatcherDiagnostics(
  generation: Generation,
  { toolAliases, matcherMode }: Pick<Settled, 'toolAliases' | 'matcherMode'>,
): Generation {
  const otherNames = [...new Set(KNOWN_TOOLS.flatMap(toolAliases))].filter(
    (name) => !KNOWN_TOOLS.includes(name),
  );
  const voices = new Map<Voice, Checked>();
  const known = new Map<string, readonly Problem[] | null>();
  for (const hook of generation.hooks) {
    if (hook.matcher === null && hook.condition === null) continue;
    const checked = voices.get(hook.voice) ?? newChecked();
    voices.set(hook.voice, checked);
    if (checked.problems.length >= MOST_PROBLEMS) {
      checked.unread.push(hook);
      continue;
    }
    const key = `${hook.event}\0${hook.matcher ?? '\0'}\0${hook.condition ?? '\0'}`;
    // What another voice had no time for may still be tried.
    const found = known.get(key) ?? problemsOf(hook, otherNames, checked.time, matcherMode);
    known.set(key, found);
    if (found === null) checked.untried.push(hook);
    else for (const problem of found) checked.problems.push(placed(problem, hook));
  }
  const found = [
    ...[...voices.values()].flatMap(told),
    ...repeatedProblems(generation.hooks, profile(generation.profile)),
  ];
  const together = found.length === 0 ? generation.diagnostics : [...generation.diagnostics, ...found];
  const all = boundedDiagnostics(together);
  return all === generation.diagnostics
    ? generation
    : Object.freeze({ ...generation, diagnostics: Object.freeze(all) });
}

const newChecked = (): Checked => ({
  time: new TimeBudget(TIME_MS),
  problems: [],
  unread: [],
  untried: [],
});

function problemsOf(
  hook: Hook,
  otherNames: readonly string[],
  time: TimeBudget,
  mode: MatcherMode,
): readonly Problem[] | null {
  const row = eventRow(hook.event);
  const inMatcher = matcherProblems(hook.matcher, row, otherNames, time, mode);
  return inMatcher === null ? null : [...inMatcher, ...ruleProblems(hook.condition, row, otherNames)];
}

const told = ({ problems, unread, untried }: Checked): readonly Diagnostic[] => [
  ...problems,
  ...summary(
    unread,
    (count, file) =>
      `The matchers of ${plural(count, 'more hook')} were not checked, because ${MOST_PROBLEMS} problems are listed already; the first is in ${file}`,
  ),
  ...summary(
    untried,
    (count, file) =>
      `The matchers of ${plural(count, 'hook')} were not tried, because those before them took longer than ${TIME_MS} ms; the first is in ${file}`,
  ),
];

function summary(
  hooks: readonly Hook[],
  words: (count: number, file: string) => string,
): readonly Diagnostic[] {
  const [first] = hooks;
  if (first === undefined) return [];
  const message = words(hooks.length, first.source.file);
  return [placed(problem('matcher-unchecked', message, fixOf('matcher-unchecked')), first)];
}
