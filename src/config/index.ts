// The room `config`: find, read, check and merge hook definitions.

export { CONFIG_CODES, type CodeInfo, type ConfigCode } from './codes.js';
export { loadGeneration } from './load.js';
export { type Reload, reloadGeneration } from './reload.js';
export { type ClaudeSettings, type ConfigRequest, configRequest, defaultManagedFile } from './request.js';
export { type Watch, type WatchOptions, watchSources } from './watch.js';
