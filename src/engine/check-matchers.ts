// Adds to a generation what is odd about its matchers, `if` rules and repetitions; reading files and judging patterns are two rooms.
import { eventRow, KNOWN_TOOLS } from '../events/index.js';
import { matcherProblems, type Problem, repeatedProblems, ruleProblems } from '../match/index.js';
import type { Diagnostic, Generation, Hook } from '../nouns.js';
import { profile } from '../profiles.js';

/** The generation with diagnostics for every matcher, rule and repetition that will surprise its author. */
export function withMatcherDiagnostics(
  generation: Generation,
  toolAliases: (toolName: string) => readonly string[],
): Generation {
  const otherNames = [...new Set(KNOWN_TOOLS.flatMap(toolAliases))].filter(
    (name) => !KNOWN_TOOLS.includes(name),
  );
  const known = new Map<string, readonly Problem[]>();
  const problemsOf = (hook: Hook): readonly Problem[] => {
    if (hook.matcher === null && hook.condition === null) return [];
    const key = JSON.stringify([hook.event, hook.matcher, hook.condition]);
    const row = eventRow(hook.event);
    const problems = known.get(key) ?? [
      ...matcherProblems(hook.matcher, row, otherNames),
      ...ruleProblems(hook.condition, row, otherNames),
    ];
    known.set(key, problems);
    return problems;
  };
  const found = [
    ...generation.hooks.flatMap((hook) => problemsOf(hook).map((problem) => placed(problem, hook))),
    ...repeatedProblems(generation.hooks, profile(generation.profile)),
  ];
  if (found.length === 0) return generation;
  return Object.freeze({ ...generation, diagnostics: Object.freeze([...generation.diagnostics, ...found]) });
}

const placed = (problem: Problem, hook: Hook): Diagnostic => ({
  ...problem,
  file: hook.source.file,
  line: hook.line,
  column: hook.column,
});
