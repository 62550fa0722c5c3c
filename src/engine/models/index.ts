// The door `engine/models`: which model prompt and agent hooks ask. Loaded when the first of them is at hand.
export { modelFor } from './choose.js';
export { type ModelSettings, modelSettingsFile, readModelSettings } from './settings.js';
