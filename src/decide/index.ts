// The room `decide`: what the runs mean together.

export { deniedRewrite, joinRounds } from './again.js';
export {
  PERMISSION_ANSWER as PERMISSION_ANSWER_FIELDS,
  WITH_AMPLIFIERS_OWN as ANSWER_FIELDS,
} from './answer.js';
export { conflictNotes } from './conflicts.js';
export { blocks, decide, deniedUnjudged, type Evidence, nothingToDecide } from './decide.js';
export { keepLate, type Late, lateOf, newestLate } from './late.js';
export { failureText, firstLine, note } from './messages.js';
export { isAsyncMarker } from './output.js';
export { capStopRounds, DEFAULT_STOP_CAP, UNCOUNTED } from './stop-cap.js';
export { wouldDecide } from './would.js';
