// The room `files`: files without a domain. Each thing that is done with files is done here, once.

export { Busy } from './busy.js';
export { inFolder, makeFolders } from './folder.js';
export { type Home, homeOf, isFolder } from './home.js';
export { hasLate, lateFolder, sessionName } from './late.js';
export { liesIn } from './lies-in.js';
export { endOfLines, linesBackwards, linesForwards, type Piece } from './lines.js';
export { type Lock, lock, lockWhenFree, whileLocked, whileLockedSync } from './lock.js';
export { isRegular, openRegular, Unfit } from './open.js';
export { outside } from './outside.js';
export { fill, openHandle, readEnd } from './pieces.js';
export {
  isPrivateFile,
  newPrivateFile,
  ownFolder,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  privateFolder,
} from './private.js';
export { type Content, piecesOf, readBytes, readContent, startOf, textIfThere, textIn } from './read.js';
export { type Reading, readText } from './reading.js';
export { inOneStep, type Replacing, replaceBy, replaceFile, replaceWithin, targetOf } from './replace.js';
export { beginningOf, isRunning } from './running.js';
export { forgetScratch, makeScratch, rememberScratch, removeScratch } from './scratch.js';
export { type StateDir, stateDirOf } from './state-dir.js';
export {
  assertWithin,
  foundWithin,
  Outside,
  openToAppendWithin,
  openWithin,
  placeWithin,
  readWithin,
  realWithin,
  removeWithin,
} from './within.js';
