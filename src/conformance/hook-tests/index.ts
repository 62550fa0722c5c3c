// Tests of hooks: what their authors expect of them, run for real.

export { BadPath, findTestFiles } from './find.js';
export { type HookTest, parseTests, type TestProblem } from './parse.js';
export { pluginFolderOf } from './plugin-folder.js';
export {
  runTestFiles,
  type TestOutcome,
  type TestResult,
  type TestRunOptions,
  type TestTally,
  tallyTests,
} from './run.js';
export { testFile } from './shape.js';
export { type WatchTestsOptions, watchTests } from './watch.js';
