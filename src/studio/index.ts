// The room `studio`: the live page on the journal, and the same page as one file.

export type * from './contract.js';
export { type Configured, type Desk, type Plan, Refused } from './desk.js';
export { type Studio, startStudio } from './http/server.js';
export { PAGE, type PageFiles } from './page-files.js';
export { makeTrace } from './trace.js';
export { Watching } from './watching.js';
