// The validator: what is wrong with hooks, what the contract says about them, and what can be put right.

export { type HookVerdicts, type Judged, judgeContract } from './contract/judge.js';
export { CONTRACT, type ContractRow } from './contract/table.js';
export type { Evidence } from './contract/verdict.js';
export { diskFacts } from './facts.js';
export type { Finding, RuleInfo } from './finding.js';
export { type Fix, planFixes } from './fix/plan.js';
export { type Applied, applyFix } from './fix/write.js';
export { callsThisEngine } from './rules/together.js';
export { FIXABLE_CONFIG, isFixable, RULES, type RuleCode } from './rules.js';
export { type Subject, subjectsOf } from './subject.js';
export { BadPath } from './targets.js';
export { type Report, validate, validateLoaded } from './validate.js';
export { inspectPlugin } from './what-runs/inspect.js';
export { needsOf } from './what-runs/needs.js';
export { type Reach, reachOf } from './what-runs/reach.js';
export { type CodeOf, codeReader, wholeCode } from './whole-code.js';
