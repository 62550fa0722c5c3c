// The room `journal`: records every event, run and decision, and reads them back. Decides nothing.

export { Alarm } from './alarm.js';
export { Copier } from './copy.js';
export type {
  Entry,
  EventDetail,
  EventEntry,
  EventHead,
  GenerationEntry,
  IdleEntry,
  LateEntry,
  ObservedEntry,
  PlanRecord,
  RecordedDecision,
  RecordedHook,
  RunHead,
  Told,
  Upshot,
} from './entries.js';
export { FAILURE_KINDS, headShape, type Mark, VERDICTS, verdict } from './entries.js';
export { followEverywhere, type Placed, readEverywhere } from './everywhere.js';
export { type JournalFileContent, readJournalFile } from './files.js';
export { followJournal } from './follow.js';
export { Growth, type Located } from './growth.js';
export { contributionOf, countedInWords, ruleOfVerdict, wouldInWords } from './in-words.js';
export { type JournalOptions, openJournal } from './journal.js';
export { journalFor } from './journal-for.js';
export { inputMarks, marksIn, overlaps, toldMarks } from './kept.js';
export { listFiles, placeOf } from './layout.js';
export type {
  Happened,
  JournalListener,
  RecordedEvent,
  RecordedLate,
  RecordedObserved,
  RecordedRun,
  RecordedVerdict,
} from './listener.js';
export { MARKS, type Marked, mark, readMarks, setMark } from './marks.js';
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
  hooksOf,
  lastEvent,
  parseSince,
  type ReadOptions,
  readJournal,
  type WholeEvent,
  wholeEventShape,
  wholeSession,
} from './read.js';
export { effectsOf, eventEntry, lateEntry, verdictBy, verdictOf } from './record.js';
export {
  alarmsIn,
  findObserved,
  type Observer,
  type ReportedAlarm,
  type ReportOptions,
  reportShape,
  shadowReport,
} from './report.js';
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
