// The room `studio`: the live page on the journal, and the same page as one file.

export type * from './contract.js';
export type { Desk, Plan } from './desk.js';
export { type Configured, Refused } from './desk.js';
export { type Studio, type StudioOptions, startStudio } from './http/server.js';
export { PAGE, type PageFiles } from './page-files.js';
export { type MadeTrace, makeTrace, type TraceOptions } from './trace.js';
export { Watching } from './watching.js';
