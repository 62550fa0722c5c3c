// Events made up for trying hooks out.

export { type SampleEvent, type Selector, sampleEvents } from './events.js';
export { sampleTargets } from './targets.js';
export { type SamplePlaces, sampleInput } from './tool-inputs.js';
