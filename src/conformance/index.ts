// The conformance runner: does the engine do with hook configurations what was observed?

export { DIVERGENCES, type Divergence } from './divergences.js';
export { BadFolder, type Loaded, loadVectors } from './load.js';
export { closingLine, jsonReport, problemLine, type Tally, tally, textReport } from './report.js';
export type { Outcome, Problem, Result, Subject } from './result.js';
export { type RunOptions, runVectors } from './run.js';
export { isTimed, type Vector } from './vector.js';
