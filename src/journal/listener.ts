// What others than the files of the journal may hear: each entry as it is recorded, always redacted, without the part that holds
// inputs and outputs.
import type { Failure, ModelWork, Outcome, RunStart } from '../nouns.js';
import type { EventEntry, LateEntry, ObservedEntry } from './entries.js';

/** What came of an event, or what one hook contributed to it. */
export type RecordedVerdict = 'deny' | 'block' | 'stop' | 'ask' | 'defer' | 'allow' | 'nothing';

/** How one hook ended. */
export interface RecordedRun {
  readonly hook: string;
  /** What people call it. */
  readonly label: string;
  readonly outcome: Outcome['kind'];
  readonly exitCode: number | null;
  readonly ms: number;
  readonly verdict: RecordedVerdict;
  /** Bytes of text for the model. */
  readonly contextBytes: number;
  readonly failed: { readonly kind: Failure['kind']; readonly message: string } | null;
  readonly work?: ModelWork | undefined;
  readonly start?: RunStart | undefined;
}

/** An event that hooks ran for. */
export interface RecordedEvent {
  readonly kind: 'event';
  readonly id: string;
  /** When it came, in milliseconds since the epoch, and how long its answer took. */
  readonly at: number;
  readonly ms: number;
  readonly session: string;
  readonly event: string;
  readonly target: string | null;
  readonly tool: string | null;
  readonly verdict: RecordedVerdict;
  readonly reason: string | null;
  readonly generation: string;
  readonly runs: readonly RecordedRun[];
  readonly rewrittenBy?: string | undefined;
  readonly repeated?: boolean | undefined;
}

/** A background hook that ended. */
export interface RecordedLate {
  readonly kind: 'late';
  readonly id: string;
  /** When it ended. */
  readonly at: number;
  readonly session: string;
  readonly event: string;
  /** The id of the event that started it. */
  readonly of: string;
  readonly run: RecordedRun;
}

/** A hook that only observes and ended. */
export interface RecordedObserved {
  readonly kind: 'observed';
  readonly id: string;
  /** When the event came. */
  readonly at: number;
  readonly session: string;
  readonly event: string;
  readonly target: string | null;
  readonly tool: string | null;
  /** The id of the event. */
  readonly of: string;
  readonly generation: string;
  /** Its verdict is what it alone would have decided. */
  readonly run: RecordedRun;
  readonly reason: string | null;
  /** What it would have done beside its verdict: `context`, `input` … */
  readonly effects: readonly string[];
  readonly rewrittenBy?: string | undefined;
}

/** One entry, and what it does not say itself. */
export interface Happened {
  readonly entry: RecordedEvent | RecordedLate | RecordedObserved;
  /** The id that the host gave the tool call; `null`: it gave none. */
  readonly callId: string | null;
  /** The name of the project's folder, without where it lies. */
  readonly project: string;
}

/** Hears what is recorded. It must neither throw nor wait. */
export interface JournalListener {
  hear(happened: Happened): void;
}

export function happened(entry: EventEntry | LateEntry | ObservedEntry, project: string): Happened {
  if (entry.kind === 'late') {
    const { detail: _, ...late } = entry;
    return { entry: late, callId: null, project };
  }
  const { detail, ...head } = entry;
  const callId = detail?.input['tool_use_id'];
  return { entry: head, callId: typeof callId === 'string' ? callId : null, project };
}
