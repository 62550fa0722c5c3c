// The room `journal`: records every event, run and decision, and reads them back. Decides nothing.

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
export { FAILURE_KINDS, VERDICTS } from './entries.js';
export { followJournal } from './follow.js';
export { type JournalOptions, journalFor, openJournal } from './journal.js';
export { MARKS, type Mark, type Marked, mark, readMarks, setMark } from './marks.js';
export type { JournalProblem } from './problem.js';
export {
  findEvent,
  lastEvent,
  parseSince,
  type ReadOptions,
  readJournal,
  type WholeEvent,
  wholeEventShape,
} from './read.js';
export { effectsOf, verdictBy, verdictOf } from './record.js';
export {
  type Alarm,
  alarmsIn,
  findObserved,
  type Observer,
  type ReportOptions,
  reportShape,
  shadowReport,
} from './report.js';
export {
  type HookStats,
  type JournalStats,
  journalStats,
  journalStatsShape,
  type LastResult,
  lastResultShape,
  lastResults,
} from './stats.js';
