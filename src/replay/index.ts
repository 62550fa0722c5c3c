// The room `replay`: recorded events through other hooks, and what they would have decided differently.
export { commitOf, filesOfCommit, NoCommit } from './commit.js';
export { DIFFERENCES, type Difference } from './diff.js';
export { junitOfReplay } from './junit.js';
export { type Origin, type Recording, recordingIn, recordingOf } from './recording.js';
export { isMeant, replay } from './replay.js';
export {
  type Change,
  type Counts,
  type HookThere,
  type NotReplayed,
  type ReplayReport,
  replayShape,
} from './report.js';
