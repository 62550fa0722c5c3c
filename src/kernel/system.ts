/** The world outside: the clock and the log that are used when none is given. */

/**
 * Where the kernel gets the time and its timers from.
 *
 * @example
 * ```ts
 * const clock = { now: () => new Date(0), setTimer: (run) => { run(); return () => {}; } };
 * const hooks = new HookRegistry({ clock, log: () => {} });
 * hooks.register('e', () => new Promise(() => {}));
 * await hooks.emitAndCollect('e', {}, { timeout: 60 }); // → []
 * ```
 */
export interface Clock {
  now(): Date;
  /** Calls `run` once after so many milliseconds, unless the returned function was called before. */
  setTimer(run: () => void, milliseconds: number): () => void;
}

/**
 * The clock of the computer. Give your own to a test.
 *
 * @example
 * ```ts
 * const noon = { ...systemClock, now: () => new Date('2030-01-01T12:00:00Z') };
 * const hooks = new HookRegistry({ clock: noon });
 * hooks.register('tool:pre', () => undefined);
 * (await hooks.emit('tool:pre', {})).data.timestamp; // → '2030-01-01T12:00:00.000+00:00'
 * ```
 */
export const systemClock: Clock = {
  now: () => new Date(),
  setTimer: (run, milliseconds) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * Something that happened with one hook at one event. `code` is stable, `message` is for people.
 *
 * @example
 * ```ts
 * const codes = [];
 * const hooks = new HookRegistry({ log: (entry) => codes.push(entry.code) });
 * hooks.register('tool:pre', () => 'deny');
 * await hooks.emit('tool:pre');
 * codes; // → ['answer_invalid']
 * ```
 */
export interface LogEntry {
  readonly level: 'debug' | 'info' | 'warning' | 'error';
  readonly code: LogCode;
  readonly message: string;
  readonly event: string;
  readonly hook: string;
  /** What was thrown, if something was. */
  readonly error?: unknown;
  /** The numbers and names behind the message. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * What can be reported.
 *
 * @example
 * ```ts
 * const codes = [];
 * const hooks = new HookRegistry({ log: ({ code }) => codes.push(code) });
 * hooks.register('tool:pre', () => Promise.reject('boom'));
 * await hooks.emit('tool:pre');
 * codes; // → ['handler_failed']
 * ```
 */
export type LogCode =
  | 'handler_failed'
  | 'handler_timed_out'
  | 'answer_invalid'
  | 'answer_not_json'
  | 'context_injected'
  | 'context_missing'
  | 'context_timed_out'
  | 'injection_too_large'
  | 'budget_exceeded'
  | 'message_not_shown'
  | 'output_suppressed'
  | 'approval_requested'
  | 'approval_decided'
  | 'approval_unexpected'
  | 'approval_timed_out'
  | 'approval_failed'
  | 'approval_missing';

/**
 * Takes what happens. It must not throw.
 *
 * @example
 * ```ts
 * const lines = [];
 * const log = ({ level, message }) => lines.push(`${level}: ${message}`);
 * const hooks = new HookRegistry({ log });
 * hooks.register('tool:pre', () => Promise.reject('boom'), { name: 'guard' });
 * await hooks.emit('tool:pre');
 * lines; // → ['error: Hook "guard" on tool:pre failed and was passed over: boom']
 * ```
 */
export type Log = (entry: LogEntry) => void;

/** Warnings and errors go to stderr, the rest nowhere. */
export const stderrLog: Log = ({ level, message }) => {
  if (level === 'warning' || level === 'error') console.error(`${level}: ${message}`);
};

/** The longest delay a timer can take, in seconds. */
export const LONGEST_TIMEOUT = 2_147_483;

/** What some work comes to within so many seconds; `undefined`: nothing yet. It is not stopped, only no longer waited for. */
export async function inTime<T>(work: Promise<T>, seconds: number, clock: Clock): Promise<T | undefined> {
  let cancel = () => {};
  const late = new Promise<undefined>((resolve) => {
    cancel = clock.setTimer(() => resolve(undefined), seconds * 1000);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel();
  }
}

/** What was thrown, in words: anything can be, even what cannot be shown. */
export function thrownInWords(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'an unprintable value';
  }
}

/** A moment as Amplifier writes it: UTC, with the offset spelled out. */
export function isoTime(moment: Date): string {
  return moment.toISOString().replace('Z', '+00:00');
}
