// The room `trust`: which hooks, settings and servers of a project a person approved, and whether they are still what was approved.
export {
  approve,
  approvePinned,
  follow,
  forget,
  forgetGone,
  readTrustFile,
  refuse,
  type TrustFile,
  trustFileOf,
  type Unfit,
} from './answers.js';
export { TRUST_CODES } from './codes.js';
export { judgeOfCopy, surveyOfCopy } from './copy.js';
export { isOfTrust, trustDiagnostic } from './diagnostic.js';
export type { Gone } from './gone.js';
export { commandFor, isGuard } from './judging.js';
export { repositoryOf } from './repository.js';
export { type Approvals, allApprovals, approvalsFile, keptText } from './store.js';
export { type Entry, type Survey, survey } from './survey.js';
export { Trust } from './trust.js';
