// What an engine can do.
import type { Reload } from '../config/index.js';
import type { EndSignal } from '../end-signal.js';
import type { HookInput, UnknownInput } from '../events/index.js';
import type { Decision, EventName, Generation, Hook, HookId, Loan, Plan, Said } from '../nouns.js';
import type { Handed } from './options.js';

export interface DispatchOptions {
  readonly signal?: EndSignal;
  /** Longest text of a hook that is handed on whole, in characters; default 10,000. What is longer goes to a file. */
  readonly textLimit?: number;
  /** Told when a hook begins, and when it has ended or went to the background. */
  readonly onHook?: (hook: Hook, state: 'begins' | 'ended') => void;
  /** No new turn begins with it, whatever the event is: rounds of Stop hooks count on. */
  readonly sameTurn?: boolean;
  /** The host lets Stop hooks force rounds without end: where nobody can count them, the first is the last. */
  readonly endless?: boolean;
  /** What of a decision the host cannot do, in sentences: it is recorded with the event. */
  readonly notDone?: (decision: Decision) => readonly string[];
  /** The host has let the process through that was lent to it for this event. */
  readonly loan?: Loan;
}

/** What a host needs to run the one hook of an event itself. */
export interface Lending {
  readonly loan: Loan;
  /** What the hook reads, for the event that was asked about. */
  readonly stdin: Uint8Array;
}

/** Runs the hooks of one project for any number of agent sessions. */
export interface Engine {
  /** The hook definitions in force, with everything that is odd about them. */
  readonly generation: Generation;
  /** Which hooks would run for this event and why the others would not. Runs nothing. */
  plan(input: HookInput): Plan;
  /** Whether a hook may run for an event with this target, whatever else it says. */
  mayRun(event: EventName, target: string): boolean;
  /** Events that a host did not ask about, because no hook could run: they are counted in the journal. */
  passed(input: HookInput, times: number): void;
  /** Runs the hooks of an event and decides. Rejects only if the engine itself is at fault. */
  dispatch(input: HookInput, options?: DispatchOptions): Promise<Decision>;
  /**
   * For hosts that answer sooner than this process can: the process of the one hook that runs for every event with this target. `null`: they have to ask.
   *
   * @param at when the event begins, in milliseconds, where that is told to hooks
   */
  lend(input: HookInput, at: number): Promise<Lending | null>;
  /** Runs hooks of an event that another process answers and records, until they have ended. */
  runBehind(handed: Handed<HookId>): Promise<void>;
  /** An event came that nobody knows: it is counted in the journal, and told once a session (`onDiagnostic`). */
  unknown(input: UnknownInput): void;
  /** Of these sentences those that the user of a session was not told yet; from then on they count as told. */
  tellOnce(sessionId: string, sentences: readonly string[]): readonly string[];
  /** What background hooks of a session have to tell the model and was not part of a decision yet. */
  takeLate(sessionId: string): readonly Said<string>[];
  /** Whether a session has something to hear with its next event, whatever that is: a guard that is gone, say. */
  hasNews(sessionId: string): boolean;
  /** Whether nothing of a session waits for its next event, and no hook runs in the background that may still speak. Of a session that nothing was asked about yet, nobody can tell. */
  isQuiet(sessionId: string): boolean;
  /** Files that a host's shell has to read, in this order, before it runs a command of the session. */
  envFiles(sessionId: string): readonly string[];
  /** Variables that hooks of a session exported. */
  exportedEnv(sessionId: string): Readonly<Record<string, string>>;
  /** From now on the hooks of a skill's front matter run in this session. */
  activateSkill(sessionId: string, skill: string): void;
  /** From now on they do not. */
  deactivateSkill(sessionId: string, skill: string): void;
  /** Takes the hooks of a `SKILL.md` in, for sessions that use the skill. Nothing happens where it is known. */
  addSkill(file: string): Reload;
  /** The session is over: what runs for it in the background is ended, and what was remembered of it forgotten. */
  endSession(sessionId: string): void;
  /** Reads the configuration again; a broken edit leaves the hooks in force. */
  reload(): Reload;
  /** Resolves when no hook runs any more, background hooks included. */
  idle(): Promise<void>;
  /** Ends what still runs, background hooks included. */
  close(): Promise<void>;
}
