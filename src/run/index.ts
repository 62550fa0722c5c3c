// The room `run`: runs one handler. Each way beyond commands has a door of its own, as has `env-file`, whose parser is heavy.

export { planLaunch } from './command/launch.js';
export { type CommandRunnerOptions, createCommandRunner } from './command/runner.js';
export { ShellFinder } from './command/shells.js';
export { fastTempDir } from './command/temp-dir.js';
export { TempFolder } from './command/temp-folder.js';
export { CREDENTIALS } from './credentials.js';
export type { EnvFileContent } from './env-file/index.js';
export {
  answeringVariable,
  type EnvironmentDifference,
  type EnvironmentQuestion,
  environmentKey,
  explainEnvironment,
  hookEnvironment,
  variablesFor,
} from './environment.js';
export { explainLaunch, type LaunchExplanation } from './explain-launch.js';
export { endLeftovers } from './leftovers.js';
