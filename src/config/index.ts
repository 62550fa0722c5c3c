// The room `config`: find, read, check and merge hook definitions.

export { CONFIG_CODES, type ConfigCode } from './codes.js';
export { commandProblems } from './commands.js';
export { type ConfigFile, readConfigFile } from './config-file.js';
export { demandInWords } from './demands.js';
export { type FollowOptions, followSources } from './follow.js';
export { frontMatterMentionsHooks } from './front-matter.js';
export { helperChoices, helpersOf, sourcedIn } from './helpers.js';
export { SHARED_KEY as SHARED_MODE_KEY } from './hook-mode.js';
export { plainId } from './ids.js';
export { handlerInWords } from './in-words.js';
export type { Follow, HookInMaking, Judge, Judging, ProjectWords, ServerWords } from './judge.js';
export { followIn, loadGeneration, managedTrust } from './load.js';
export { defaultManagedFile, hasNoPolicy } from './managed-file.js';
export { nothingFor } from './nothing.js';
export { pluginDataOf } from './plugin.js';
export { mayProjectSwitch } from './policy.js';
export { type ProjectSearch, projectFrom } from './project-folder.js';
export { type Reload, reloadGeneration } from './reload.js';
export { type ClaudeSettings, type ConfigRequest, configRequest } from './request.js';
export {
  type Language,
  languageOf,
  type ScriptUse,
  scriptsInCommand,
  scriptsInProgram,
} from './scripts.js';
export type { Draft } from './sheet.js';
export { commandWords, isInline, programWords, wordOrTail } from './shell-words.js';
export {
  type Deciding,
  type HookState,
  modeSwitchOf,
  observingBy,
  offByState,
  readState,
  STATE_SCOPE_IN_WORDS,
  STATE_SCOPES,
  STATE_VERSION,
  type StateEntry,
  type StateFile,
  type StateLayer,
  type StateScope,
  type Switched,
  stateHome,
  switchOf,
} from './state.js';
export { TRUST_MODES } from './trust-modes.js';
export { type Watch, type WatchOptions, watchSources } from './watch.js';
