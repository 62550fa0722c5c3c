// Where a host is told of its hooks, as data: what connects it writes by this, and its page shows it.

/** Where a host reads hooks, and how they stand there. */
export interface AgentSettings {
  /** Of the user; `~` is the home directory. `null`: there is none. */
  readonly user: string | null;
  /** Of a project, from its root. `null`: there is none. */
  readonly project: string | null;
  /** A variable that puts another folder in the place of this one, which `user` begins with. */
  readonly moved?: { readonly variable: string; readonly folder: string };
  /** Further places, in words. */
  readonly also: readonly string[];
  /** Files of Claude Code that it reads itself: hooks that stand there would run twice. `~` as above. */
  readonly claudeFiles: readonly string[];
  /** When it reads them, in words; absent: always. */
  readonly claudeFilesIf?: string;
  readonly form: SettingsForm;
  /** What an entry of the form `entries` has beside its command. */
  readonly entry?: {
    /** Keys that it always has. */
    readonly fields: Readonly<Record<string, unknown>>;
    readonly timeout: string;
    /** Keys at events that hooks can deny. */
    readonly atGates?: Readonly<Record<string, unknown>>;
  };
  /** Events that the command has to be told by its words, because what the host sends does not say which it is. */
  readonly unnamed?: readonly string[];
  /** Comments and commas too many make it refuse the file. */
  readonly plainJson?: true;
  /** A file beside it with events at its top: of an event that stands there, this file is not read. */
  readonly shadow?: string;
  /** Keys that may stand beside the hooks; `null`: any, the file has other settings too. */
  readonly keys: readonly string[] | null;
  readonly timeout: {
    /** `null`: no hook can state one. */
    readonly unit: 'seconds' | 'milliseconds' | null;
    /** What counts where none is stated, in that unit, else in seconds. */
    readonly standard: number;
    /** The most that it takes, in that unit; absent: no bound is known. */
    readonly most?: number;
    /** The most at events that have less. */
    readonly mostAt?: Readonly<Record<string, number>>;
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
  /** What a person must do before hooks of a scope run, in sentences; empty: nothing. `<directory>` is the project. */
  readonly trust: Readonly<Record<'user' | 'project', readonly string[]>>;
  /** What switches all hooks off, in words. */
  readonly off: readonly string[];
  /** The same, as keys of the file with the value that does it. */
  readonly offKeys?: readonly (readonly [path: readonly string[], value: boolean])[];
  /** What it is called on PATH; empty: it is no program. */
  readonly programs: readonly string[];
  /** What runs the command of a hook, as `<shell> -c`. */
  readonly shell: 'sh' | 'bash';
  /** Variables by which a hook knows that it is this host. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * - `groups`: `{"hooks": {event: [{"matcher", "hooks": [{"type": "command", "command", "timeout"}]}]}}`, as in Claude Code;
 * - `entries`: `{"version": 1, "hooks": {event: [{"type": "command", "command", "matcher", "timeoutSec"}]}}`;
 * - `tables`: TOML, one `[[hooks]]` with `event`, `command`, `matcher` and `timeout` a hook;
 * - `scripts`: a folder with one program an event, which has the event's name;
 * - `plugin`: a folder with modules that the host loads.
 */
export type SettingsForm = 'groups' | 'entries' | 'tables' | 'scripts' | 'plugin';
