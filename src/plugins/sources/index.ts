// Where plugins come from: a text is parsed into a source, and its files are brought into a folder.

export { shorten, shownAddress, withoutLogin, withoutSecrets } from './clean-text.js';
export { type FetchOptions, fetchPinned, fetchSource, sourceOf } from './fetch.js';
export { formatSource } from './format.js';
export { LIMITS, type Limits } from './limits.js';
export type { FetchableSource } from './order.js';
export { type Parsed, type PathBase, parseSource } from './parse.js';
export { isCommit, isGitAddress, isRef, plainFolder } from './parse-git.js';
export { isPackageName, isPackageVersion, isRegistry } from './parse-npm.js';
