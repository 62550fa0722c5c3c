// What a plugin would run, seen without running it.

export { inspectPlugin } from './inspect.js';
export { needsOf } from './needs.js';
export { type Reach, reachOf } from './reach.js';
