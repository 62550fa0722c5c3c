// Explaining one event: what would happen and why.

export type { CallExplanation, ModelExplanation } from './call.js';
export { type ExplainedHook, type ExplainedStart, type Explanation, explainEvent } from './explain.js';
export { HOOK_STATES, type HookState, type Item, inventory, itemShape, scope } from './inventory.js';
export type { MergeRule } from './merge.js';
export { type PluginItem, pluginInventory } from './plugin-inventory.js';
export {
  type SampleEvent,
  type SamplePlaces,
  type Selector,
  sampleEvents,
  sampleInput,
  sampleTargets,
} from './sample-events/index.js';
