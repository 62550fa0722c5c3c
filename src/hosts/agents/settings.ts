// Where a host is told of its hooks, as data: what connects it writes by this, and its page shows it.

/** Where a host reads hooks, and how they stand there. */
export interface AgentSettings {
  /** Of the user; `~` is the home directory. `null`: there is none. */
  readonly user: string | null;
  /** Of a project, from its root. `null`: there is none. */
  readonly project: string | null;
  /** Further places, in words. */
  readonly also: readonly string[];
  readonly form: SettingsForm;
  /** Keys that may stand beside the hooks; `null`: any, the file has other settings too. */
  readonly keys: readonly string[] | null;
  readonly timeout: {
    readonly unit: 'seconds' | 'milliseconds';
    /** What counts where none is stated, in that unit. */
    readonly standard: number;
  };
  readonly matcher: {
    /** What it is compared with, and how, in words. */
    readonly reads: string;
    /** The one that fits every tool; `null`: none is written. */
    readonly every: string | null;
  };
  /** What a person must do before hooks of these files run, in sentences; empty: nothing. */
  readonly trust: readonly string[];
  /** What switches all hooks off, in words. */
  readonly off: readonly string[];
}

/**
 * - `groups`: `{"hooks": {event: [{"matcher", "hooks": [{"type": "command", "command", "timeout"}]}]}}`, as in Claude Code;
 * - `entries`: `{"version": 1, "hooks": {event: [{"type": "command", "command", "matcher", "timeoutSec"}]}}`;
 * - `tables`: TOML, one `[[hooks]]` with `event`, `command`, `matcher` and `timeout` a hook.
 */
export type SettingsForm = 'groups' | 'entries' | 'tables';
