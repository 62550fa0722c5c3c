// Makes new plugins.

export { HANDLER_TYPES } from './handlers.js';
export { newPackage } from './package.js';
export { type NewPlugin, newPlugin, type Wish } from './scaffold.js';
export { LANGUAGES, type Language } from './scripts.js';
export { BadWish, writePlugin } from './write.js';
