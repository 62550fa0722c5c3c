// The room `run`: runs one handler. (`env-file.ts` is loaded apart: its parser is heavy.)

export { type CommandRunnerOptions, createCommandRunner } from './command/runner.js';
export type { Shells } from './command/shells.js';
export { fastTempDir } from './command/temp-dir.js';
export type { EnvFileContent } from './env-file.js';
export {
  CREDENTIALS,
  type EnvironmentDifference,
  type EnvironmentQuestion,
  explainEnvironment,
  hookEnvironment,
} from './environment.js';
export { explainLaunch, type LaunchExplanation } from './explain-launch.js';
export { endLeftovers } from './leftovers.js';
