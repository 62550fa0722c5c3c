// The room `machine`: what this machine offers. Who needs to know asks here.

export { browserOpener } from './browser.js';
export { isStranger, peerIn, userOfPeer } from './peers.js';
export { commandOf, filesNamed, findOwnProgram, findProgram, foldersOf, isBatchFile } from './programs.js';
export { findShells, type Shells } from './shells.js';
export { processStat } from './stat.js';
export {
  HERE,
  hasModes,
  isExecutable,
  isProgram,
  isWindows,
  pathsOf,
  type System,
  settledNames,
} from './system.js';
