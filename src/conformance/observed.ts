// What was seen of one step: everything that expectations are compared with.
import type { Decision, Diagnostic } from '../nouns.js';
import type { FinalVerdict } from './host/final.js';
import type { Talk } from './scripted/index.js';

export interface Observed extends Talk {
  readonly decision: Decision;
  /** Problems of the configuration and of this event that are worth a warning. */
  readonly warnings: readonly Diagnostic[];
  readonly elapsedMs: number;
  /** What a slow machine may multiply `maxMs` with. */
  readonly timeScale: number;
  /** Tag → how often the script noted its start. */
  readonly ran: ReadonlyMap<string, number>;
  /** Tags of the hooks that ended as a failure which blocks nothing. */
  readonly failed: readonly string[];
  /** For the model, after the result. */
  readonly late: readonly string[];
  /** The tool output that replaces the original, if it fits the tool; `null`: the original stays. */
  readonly updatedOutput: unknown;
  /** What finally happens to a tool call; `null`: the event is not about one. */
  readonly final: FinalVerdict | null;
  /** Environment of a later shell command of the host; `null`: not looked at. */
  readonly shellEnv: Readonly<Record<string, string>> | null;
  /** A file that a script left in `$VECTOR_TMP`; `null`: there is none. */
  readonly saved: (file: string) => string | null;
  /** A file of the project; `null`: there is none. */
  readonly inProject: (file: string) => string | null;
}
