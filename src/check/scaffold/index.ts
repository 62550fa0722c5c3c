// Makes new plugins.

export { BadWish, type NewPlugin, newPlugin, type Wish } from './scaffold.js';
export { LANGUAGES, type Language } from './scripts.js';
export { writePlugin } from './write.js';
