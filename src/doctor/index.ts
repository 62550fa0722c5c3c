// The doctor: what is wrong on this machine, and which hooks are really alive.

export { type Check, examine } from './examine.js';
export { type Area, type Finding, findingShape, inArea, type State } from './finding.js';
export { hookInWords } from './hooks.js';
export { whyNeverRan } from './journal.js';
export { askModel } from './models.js';
export { CANNOT_CONTAIN, type Probed, type ProbeOptions, type ProbeReport, probe } from './probe/probe.js';
