// Explaining one event: what would happen and why.

export type { CallExplanation, ModelExplanation, StartExplanation } from './call.js';
export { type ExplainedHook, type ExplainedStart, type Explanation, explainEvent } from './explain.js';
export { HOOK_STATES, type HookState, type Item, inventory, itemShape, scope } from './inventory.js';
export type { MergeRule } from './merge.js';
export { type PluginItem, pluginInventory } from './plugin-inventory.js';
export { policyShape } from './policy-shape.js';
export {
  type HookInHost,
  type HookPorts,
  hookPortsShape,
  OTHER_AGENTS,
  type OtherAgent,
  portsOf,
} from './ports.js';
export { type SampleEvent, type Selector, sampleEvents } from './sample-events/events.js';
export { sampleTargets } from './sample-events/targets.js';
export { type SamplePlaces, sampleInput } from './sample-events/tool-inputs.js';
export { sampleWords } from './sample-events/words.js';
