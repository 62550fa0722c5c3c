// Explaining one event: what would happen and why.

export type { CallExplanation, ModelExplanation } from './call.js';
export { type ExplainedHook, type ExplainedStart, type Explanation, explainEvent } from './explain.js';
export type { MergeRule } from './merge.js';
