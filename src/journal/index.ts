// The room `journal`: records every event, run and decision, and reads them back. Decides nothing.

export { Alarm } from './alarm.js';
export { Copier, hasCuts } from './copy.js';
export type {
  Entry,
  EventDetail,
  EventEntry,
  EventHead,
  GenerationEntry,
  IdleEntry,
  LateEntry,
  PlanRecord,
  RecordedDecision,
  RecordedHook,
  RunHead,
  Told,
  Upshot,
} from './entries.js';
export { FAILURE_KINDS, VERDICTS } from './entries.js';
export { followJournal } from './follow.js';
export { Growth, type Located } from './growth.js';
export { contributionOf, ruleOfVerdict } from './in-words.js';
export { type JournalOptions, journalFor, openJournal } from './journal.js';
export { listFiles, placeOf } from './layout.js';
export { isWhole, parseHead, parseWhole } from './parse.js';
export type { JournalProblem } from './problem.js';
export {
  journalFolder,
  projectFolders,
  projectKey,
  recordedProjects,
  recordedSessions,
} from './projects.js';
export {
  eventAt,
  findEvent,
  lastEvent,
  parseSince,
  type ReadOptions,
  readJournal,
  type WholeEvent,
  wholeEventShape,
  wholeSession,
} from './read.js';
export { verdictBy, verdictOf } from './record.js';
export { REPEATED, readyInWords, savedInWords, startInWords } from './start-words.js';
export {
  type HookStats,
  type JournalStats,
  journalStats,
  journalStatsShape,
  type LastResult,
  lastResultShape,
  lastResults,
  rolledUp,
  tallied,
} from './stats.js';
export { type HookTally, Tally } from './tally.js';
