// Installing: what is put into a hooks directory, what is written down about it, and how it goes again.

export type { Candidate, Wish } from './candidate.js';
export type { Comparison, FileChange } from './compare.js';
export type { Inspection, Inspector, Need, Sight, WillRun } from './inspection.js';
export {
  type Done,
  install,
  type Order,
  type Plan,
  restore,
  type Standing,
  type Step,
  type Tools,
  update,
} from './install.js';
export { type Locked, type LockedPlugins, lockFile, readLock } from './lock-file.js';
export { type Packed, type PackOrder, packPlugin } from './pack.js';
export { INSTALL_SCOPES, type InstallPlace, type InstallScope, placeOf, placesOf } from './place.js';
export { refreshMarketplaces } from './refresh.js';
export type { LeftOut } from './select.js';
export { type Removal, type RemovalOrder, uninstall } from './uninstall.js';
export { type FolderState, type Verified, verifyInstalled } from './verify.js';
