// The room `journal`: records every event, run and decision, and reads them back. Decides nothing.

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
export { type JournalOptions, journalFor, openJournal } from './journal.js';
export type {
  Happened,
  JournalListener,
  RecordedEvent,
  RecordedLate,
  RecordedRun,
  RecordedVerdict,
} from './listener.js';
export type { JournalProblem } from './problem.js';
export { type RecordedProject, recordedProjects } from './projects.js';
export {
  findEvent,
  lastEvent,
  parseSince,
  type ReadOptions,
  readJournal,
  type WholeEvent,
  wholeEventShape,
} from './read.js';
export { verdictBy } from './record.js';
export {
  type HookStats,
  type JournalStats,
  journalStats,
  journalStatsShape,
  type LastResult,
  lastResultShape,
  lastResults,
  type ProjectStats,
} from './stats.js';
export type { Trend } from './trend.js';
