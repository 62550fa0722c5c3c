// The room `text`: words and trees without a domain. It imports nothing, and everybody may use it.
export { calledScript } from './called-script.js';
export { canonicalJson } from './canonical.js';
export { type CodeInfo, error, info, warning } from './codes.js';
export { diffLines } from './diff.js';
export { sha256 } from './digest.js';
export { endOfString, keepNumber, keepNumbers, readExactly, writeExactly } from './exact-json.js';
export { FOLDER_NAME, folderNameProblem } from './folder-name.js';
export { parseJson } from './json.js';
export { linesOf, type Position } from './lines.js';
export { lookAlikes, spelledOut } from './look-alikes.js';
export { madeOnce } from './made-once.js';
export { clockOf, dayOf, momentOf } from './moment.js';
export { type PartialJson, readPartialJson } from './partial-json.js';
export { plural } from './plural.js';
export { changesPrograms } from './program-variables.js';
export { codeOf, hasCode, reasonOf, systemReasonOf, traceOf } from './reason.js';
export {
  holdsSecret,
  isSecretName,
  isSecretOption,
  isSecretUnder,
  REDACTED,
  redactText,
  wordsOf,
} from './secrets.js';
export { shellWord } from './shell-word.js';
export { shown, shownBlock, shownJson, withoutColours } from './shown.js';
export { editDistance, similarName, similarNames } from './similar.js';
export { jsoncParser } from './tolerant-json.js';
export {
  type ArrayTree,
  entryOf,
  fieldOf,
  isCommentKey,
  type Json,
  jsonOf,
  type ObjectTree,
  quote,
  type ScalarTree,
  type Tree,
  type TreeEntry,
  textOf,
} from './tree.js';
export { isWebAddress, urlOf } from './url.js';
export { describe, isRecord } from './values.js';
export { covers, splitAtStars } from './wildcard.js';
export { withoutSecret } from './without-secret.js';
export { xmlAttributes, xmlText } from './xml.js';
