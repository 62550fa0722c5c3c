// The room `plugins`: where they come from, how they are installed and taken away, and how they are switched on and off.

export {
  type Candidate,
  type Comparison,
  type Done,
  type FileChange,
  type FolderState,
  INSTALL_SCOPES,
  type Inspection,
  type Inspector,
  type InstallPlace,
  type InstallScope,
  install,
  type LeftOut,
  type Locked,
  type LockedPlugins,
  lockFile,
  type Need,
  type Order,
  type Packed,
  type PackOrder,
  type Plan,
  packPlugin,
  placeOf,
  placesOf,
  type Removal,
  type RemovalOrder,
  readLock,
  refreshMarketplaces,
  restore,
  type Sight,
  type Standing,
  type Step,
  type Tools,
  uninstall,
  update,
  type Verified,
  verifyInstalled,
  type WillRun,
} from './install/index.js';
export { pluginName } from './marketplace/names.js';
export {
  changeMode,
  type ModeChange,
  type ModeOrder,
  type Promoted,
  type PromotedFile,
  promoteFile,
  promoteHooks,
} from './mode.js';
export { codeOfFileError, PluginProblem, type PluginProblemCode } from './problem.js';
export type { Fetched, MarketplaceEntry, Pinned, PluginSource, Progress } from './source.js';
export { StateFileProblem } from './state-file.js';
export { type Change, changeSwitch, type Refusal, type SwitchOrder, type SwitchResult } from './switch.js';
export { findTarget, type Lookup, type Target } from './target.js';
