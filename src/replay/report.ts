// What a replay found, as `replay --json` prints it.
import { verdict } from '../journal/index.js';
import {
  anything,
  count,
  flag,
  type Infer,
  integer,
  listOf,
  number,
  object,
  oneOf,
  optional,
  orNull,
  text,
} from '../text/shapes/index.js';
import { DIFFERENCES, type Difference } from './diff.js';

/** A hook behind something, then or now. */
const hookShape = object({
  id: text,
  name: text,
  /** Where it is defined; `null`: it is not there any more, or not known. */
  file: orNull(text),
  line: orNull(integer),
});
export type HookThere = Infer<typeof hookShape>;

/** Which event. */
const eventFields = {
  id: text,
  /** Milliseconds since the epoch. */
  at: number,
  session: text,
  event: text,
  target: orNull(text),
  /** What it was about, in short: a command, a file, the beginning of a prompt. */
  about: orNull(text),
};

const side = object({ verdict, reason: orNull(text), by: listOf(hookShape) });

const changeShape = object({
  ...eventFields,
  before: side,
  after: side,
  differences: listOf(
    object({
      kind: oneOf(...DIFFERENCES),
      before: optional(anything),
      after: optional(anything),
      by: listOf(hookShape),
      nowBy: listOf(hookShape),
    }),
  ),
  /** Hooks that ran only then, and only now. */
  ranOnlyThen: listOf(hookShape),
  ranOnlyNow: listOf(hookShape),
});
export type Change = Infer<typeof changeShape>;

/** Why an event was not replayed: nothing is guessed. */
export const REASONS = [
  'redacted',
  'cut',
  'left-out',
  'not-approved',
  'no-answer',
  'answer-marked',
  'network',
  'unreadable',
  'only-counted',
] as const;

const notReplayedShape = object({
  ...eventFields,
  code: oneOf(...REASONS),
  why: text,
  /** The hook that it is about. */
  hook: orNull(hookShape),
});
export type NotReplayed = Infer<typeof notReplayedShape>;

const countsShape = object({
  'newly-allowed': count,
  'newly-denied': count,
  'newly-asked': count,
  'other-verdict': count,
  reason: count,
  context: count,
  message: count,
  rewrite: count,
  failure: count,
});
export type Counts = Infer<typeof countsShape>;

export const replayShape = object({
  project: text,
  /** Whose hooks: those of the project as it is, of another folder, or of a commit. */
  hooks: object({ from: oneOf('project', 'folder', 'commit'), where: text }),
  /** Events that were asked for. */
  events: count,
  /** Events before these that were played for what their sessions remember. */
  before: count,
  replayed: count,
  unchanged: count,
  changed: count,
  counts: countsShape,
  changes: listOf(changeShape),
  notReplayed: listOf(notReplayedShape),
  /** Events that no hook ran for, and that some hook of now may run for: only their number is known. */
  onlyCounted: listOf(object({ event: text, target: orNull(text), count, hook: orNull(hookShape) })),
  /** Hooks that nobody approved: they did not run. */
  notApproved: listOf(hookShape),
  /** What of the project did not fit into the copy that hooks worked on, or could not be copied. */
  notCopied: listOf(object({ path: text, why: text })),
  /** Whether the network was off while hooks ran. */
  offline: flag,
  durationMs: number,
});
export type ReplayReport = Infer<typeof replayShape>;

export const noCounts = (): Record<Difference, number> => ({
  'newly-allowed': 0,
  'newly-denied': 0,
  'newly-asked': 0,
  'other-verdict': 0,
  reason: 0,
  context: 0,
  message: 0,
  rewrite: 0,
  failure: 0,
});
