// What every way of fetching is told, and how its failures are put.
import { codeOfFileError, PluginProblem } from '../problem.js';
import type { Fetched, PluginSource, Progress } from '../source.js';
import { shorten } from './clean-text.js';
import type { Limits } from './limits.js';

/** A source that says where the files are; a plugin of a marketplace has to be looked up first. */
export type FetchableSource = Exclude<PluginSource, { kind: 'marketplace' }>;

export type Env = Readonly<Record<string, string | undefined>>;

export interface FetchOrder {
  /** An empty folder for this one fetch; it is removed with all that is in it where fetching fails. */
  readonly work: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly env: Env;
  readonly limits: Limits;
}

/** What each way of fetching gives. */
export type Gathered = Omit<Fetched, 'dispose'>;

export const interrupted = (): PluginProblem => new PluginProblem('interrupted', 'fetching was interrupted');

/** The failure, said with what it was about; what is nobody's problem but ours stays as it is. */
export function problemWith(what: string, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return interrupted();
  if (error instanceof PluginProblem) {
    const { code, hint, message, cause } = error;
    return message.startsWith(what) || code === 'program-missing'
      ? error
      : new PluginProblem(code, `${what}: ${message}`, { hint, cause });
  }
  if (error instanceof Error && 'syscall' in error) {
    return new PluginProblem(codeOfFileError(error), `${what}: ${shorten(error.message)}`, { cause: error });
  }
  return error;
}
