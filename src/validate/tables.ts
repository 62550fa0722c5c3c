// The tables alone, for pages that are made from them.

export { CONTRACT } from './contract/table.js';
export type { RuleInfo } from './finding.js';
export { FIXABLE_CONFIG, RULES } from './rules.js';
