// The room `match`: which hooks an input concerns, and why the others not.

export { MATCH_CODES, type MatchCode } from './codes.js';
export type { MatchingOptions } from './event-index.js';
export { explainMatcher, type MatcherExplanation } from './explain-matcher.js';
export { ruleInWords } from './in-words.js';
export { matcherProblems } from './matcher-problems.js';
export type { Places } from './path-rule.js';
export { createPlanner, type Planner, type PlannerOptions } from './planner.js';
export { fixOf, type Problem, placed, problem } from './problem.js';
export { repeatedProblems } from './repeated.js';
export { compileRule, type InvalidRule, type Rule, ruleSelects, type ToolCall } from './rule.js';
export { ruleProblems } from './rule-problems.js';
export { type CommandReading, type ReadCommand, rememberingReader } from './shell-command.js';
export type { RuleAnswer } from './shell-rule.js';
export { TimeBudget } from './time-budget.js';
