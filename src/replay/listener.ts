// Hears what the engine decides, as a journal does, and hands it on in the form in which events are recorded.
import { type EventEntry, eventEntry, type LateEntry, lateEntry } from '../journal/index.js';
import type { Decision, Dispatched, HookInput, Journal, Outcome, Run, Said } from '../nouns.js';
import type { PathMap } from '../scratch/index.js';
import { type Judged, judgedOf } from './judged.js';

const HOW = { redact: true, full: false };
const NO_PLAN = { digest: '', conditions: [] };

/** One event at a time is heard. */
export class Listener implements Journal {
  readonly wantsAll = true;
  readonly #back: PathMap;
  #rounds: EventEntry[] = [];
  #late: LateEntry[] = [];

  /** `back`: from the copies to the folders that hooks spoke of when events were recorded. */
  constructor(back: PathMap) {
    this.#back = back;
  }

  begin(): void {
    this.#rounds = [];
    this.#late = [];
  }

  /** What became of the event since; `null`: the engine said nothing. */
  judged(): Judged | null {
    const [first, second = null] = this.#rounds;
    return first === undefined ? null : judgedOf(first, second, this.#late);
  }

  dispatched(event: Dispatched): void {
    const decision = this.#named(event.decision);
    this.#rounds.push(eventEntry({ ...event, decision }, '', NO_PLAN, HOW));
  }

  late(run: Run, input: HookInput, texts: readonly Said<string>[]): void {
    const named = texts.map(({ value, by }) => ({ value: this.#back.text(value), by }));
    const silent: Run = { ...run, outcome: { kind: 'background' } };
    this.#late.push(lateEntry({ run: silent, input, texts: named, at: 0 }, '', '', HOW));
  }

  /** What hooks say about the copies, as if it were about the real folders. What they printed is not compared. */
  #named(decision: Decision): Decision {
    const { plan, runs, diagnostics: _found, ...said } = decision;
    return { ...this.#back.value(said), diagnostics: [], plan, runs: runs.map(withoutText) };
  }

  inForce(): void {}
  idle(): void {}
  unknown(): boolean {
    return true;
  }
  async flush(): Promise<void> {}
  async close(): Promise<void> {}
}

function withoutText(run: Run): Run {
  const { outcome } = run;
  const silent: Outcome = 'stdout' in outcome ? { ...outcome, stdout: '', stderr: '' } : outcome;
  return { ...run, outcome: silent };
}
