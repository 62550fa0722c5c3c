// The doctor: what is wrong on this machine, and which hooks are really alive.

export { examine } from './examine.js';
export type { Area, Finding, State } from './finding.js';
export { hookInWords } from './hooks.js';
export { askModel } from './models.js';
export type { LeftOut } from './probe/copy.js';
export { CANNOT_CONTAIN, type Probed, type ProbeOptions, type ProbeReport, probe } from './probe/probe.js';
