// Where a host is told of its hooks, as data: what connects it writes by this, and its page shows it.

/** Where a host reads hooks, and how they stand there. */
export interface AgentSettings {
  /** Of the user; `~` is the home directory. `null`: there is none. */
  readonly user: string | null;
  /** Of a project, from its root. `null`: there is none. */
  readonly project: string | null;
  /** Further places, in words. */
  readonly also: readonly string[];
  /** Files of Claude Code that it reads itself: hooks that stand there would run twice. `~` as above. */
  readonly claudeFiles: readonly string[];
  readonly form: SettingsForm;
  /** Keys that may stand beside the hooks; `null`: any, the file has other settings too. */
  readonly keys: readonly string[] | null;
  readonly timeout: {
    /** `null`: no hook can state one. */
    readonly unit: 'seconds' | 'milliseconds' | null;
    /** What counts where none is stated, in that unit, else in seconds. */
    readonly standard: number;
  };
  /** `null`: hooks cannot say which tools they are for. */
  readonly matcher: {
    /** What it is compared with, and how, in words. */
    readonly reads: string;
    /** It counts wherever in the name it is found; otherwise the whole name is compared. */
    readonly anywhere: boolean;
    /** The one that fits every tool; `null`: none is written. */
    readonly every: string | null;
  } | null;
  /** What a person must do before hooks of these files run, in sentences; empty: nothing. */
  readonly trust: readonly string[];
  /** What switches all hooks off, in words. */
  readonly off: readonly string[];
}

/**
 * - `groups`: `{"hooks": {event: [{"matcher", "hooks": [{"type": "command", "command", "timeout"}]}]}}`, as in Claude Code;
 * - `entries`: `{"version": 1, "hooks": {event: [{"type": "command", "command", "matcher", "timeoutSec"}]}}`;
 * - `tables`: TOML, one `[[hooks]]` with `event`, `command`, `matcher` and `timeout` a hook;
 * - `scripts`: a folder with one program an event, which has the event's name;
 * - `plugin`: a folder with modules that the host loads.
 */
export type SettingsForm = 'groups' | 'entries' | 'tables' | 'scripts' | 'plugin';
