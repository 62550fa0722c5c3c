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
export { FAILURE_KINDS, headShape, VERDICTS } from './entries.js';
export { followEverywhere, type Placed, readEverywhere } from './everywhere.js';
export { followJournal } from './follow.js';
export { Growth, type Located } from './growth.js';
export { contributionOf, ruleOfVerdict } from './in-words.js';
export { type JournalOptions, journalFor, openJournal } from './journal.js';
export { listFiles, placeOf } from './layout.js';
export type {
  Happened,
  JournalListener,
  RecordedEvent,
  RecordedLate,
  RecordedRun,
  RecordedVerdict,
} from './listener.js';
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
  type ProjectStats,
  rolledUp,
  tallied,
} from './stats.js';
export { type HookTally, Tally } from './tally.js';
export type { Trend } from './trend.js';
