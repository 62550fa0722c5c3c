// The room `plugins`: hooks and plugins switched on and off, apart from the files of their authors.

export { replaceFile } from './replace-file.js';
export { StateFileProblem } from './state-file.js';
export { type Change, changeSwitch, type Refusal, type SwitchOrder, type SwitchResult } from './switch.js';
export { findTarget, type Lookup, type Target } from './target.js';
