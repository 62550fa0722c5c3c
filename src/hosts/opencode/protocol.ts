// What our plugin inside of opencode and `dispatch --host opencode` say to each other: one object each way, over a process.

/** What the plugin sends: a hook of opencode as it was called. */
export interface PluginPayload {
  /** The name of the hook; of its hook `event`, `event:` and the type. */
  readonly opencode_hook: string;
  readonly directory: string;
  /** The session that started this one, for the session of a subagent. */
  readonly parentID?: string;
  /** Which agent works in the session of a subagent. */
  readonly agent?: string;
  readonly input?: unknown;
  readonly output?: unknown;
}

/** What the plugin is to do. */
export interface PluginAnswer {
  /** It must not happen, for this reason. */
  readonly deny?: string;
  /** The tool runs with this. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** The model gets this as the result of the tool. */
  readonly output?: string;
  /** For the model, beside the prompt, the result of the tool, or the conversation that is compacted. */
  readonly text?: string;
  /** For the model, from now on in this session. */
  readonly system?: string;
  /** For the user. */
  readonly message?: string;
}
