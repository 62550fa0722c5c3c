// Where a host is told of hooks, and what it wants to read there.

/** Facts about the configuration of a host, for whoever writes it or explains it. */
export interface AgentSettings {
  /**
   * - `json`, `toml`: entries in a file of settings;
   * - `scripts`: a folder with one program an event, which is named like the event;
   * - `plugin`: a folder with modules that the host loads.
   */
  readonly form: 'json' | 'toml' | 'scripts' | 'plugin';
  /** The file or folder of the user, below the home directory; `null`: there is none. */
  readonly user: string | null;
  /** The same of a project, below its root. */
  readonly project: string | null;
  /** What else it reads: hooks of ours that stand there too would be asked twice. */
  readonly alsoReads: readonly string[];
  /** How long a hook may take; `null`: the host has no such setting. */
  readonly timeout: { readonly key: string; readonly unit: 's' | 'ms' } | null;
  /** So many seconds it waits for a hook whose entry does not say; `null`: nobody knows. */
  readonly waits: number | null;
  /** How an entry says which tools it is for, in words; `null`: it cannot. */
  readonly matcher: string | null;
  /** What a person has to do before the host runs a hook; `null`: nothing. */
  readonly trust: string | null;
}
