// What leaves the journal for a collector: the redacted entry, without the part that holds inputs and outputs.
import type { EntryListener, EventEntry, EventHead, LateEntry } from '../journal/index.js';

/** One entry of the journal, and what a span needs beside it. */
export interface Happened {
  readonly entry: EventHead | LateEntry;
  /** The id that the host gave the tool call; `null`: it gave none. */
  readonly callId: string | null;
  /** The name of the project's folder, without where it lies. */
  readonly project: string;
}

/** Keeps what happened in a process that ends with its event. */
export class Heard implements EntryListener {
  readonly all: Happened[] = [];

  hear(entry: EventEntry | LateEntry, project: string): void {
    this.all.push(happened(entry, project));
  }
}

export function happened(entry: EventEntry | LateEntry, project: string): Happened {
  if (entry.kind === 'late') return { entry: { ...entry, detail: null }, callId: null, project };
  const { detail, ...head } = entry;
  const callId = detail.input['tool_use_id'];
  return { entry: head, callId: typeof callId === 'string' ? callId : null, project };
}
