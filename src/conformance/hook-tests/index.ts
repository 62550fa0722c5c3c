// Tests of hooks: what their authors expect of them, run for real.

export { BadPath, findTestFiles } from './find.js';
export { junitOf } from './junit.js';
export { type HookTest, parseTests, type TestProblem } from './parse.js';
export { pluginFolderOf } from './plugin-folder.js';
export {
  isFailure,
  runTestFiles,
  type TestListener,
  type TestName,
  type TestOutcome,
  type TestResult,
  type TestRunOptions,
  type TestTally,
  tallyTests,
} from './run.js';
export { testFile } from './shape.js';
export { type WatchedRun, type WatchTestsOptions, watchTests } from './watch.js';
