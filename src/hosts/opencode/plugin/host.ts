// As much of opencode's plugin interface as our plugin uses, in its own words.

/** What opencode hands to a plugin. */
export interface PluginHost {
  readonly directory: string;
  readonly client?: {
    readonly tui?: {
      showToast?(toast: {
        readonly body: { readonly message: string; readonly variant: 'info' | 'warning' };
      }): Promise<unknown>;
    };
  };
}

interface InSession {
  readonly sessionID: string;
}

interface Call extends InSession {
  readonly tool: string;
  readonly callID: string;
}

export interface TextPart {
  readonly type: string;
  text?: string;
}

export interface Result {
  /** Of opencode's own tools. */
  output?: string;
  /** Of tools of MCP servers. */
  content?: { type: string; text?: string }[];
}

/** The hooks that our plugin has; the second argument of each is changed in place. */
export interface PluginHooks {
  event(input: { readonly event: { readonly type: string; readonly properties?: unknown } }): Promise<void>;
  'chat.message'(input: InSession, output: { readonly parts: TextPart[] }): Promise<void>;
  'tool.execute.before'(input: Call, output: { readonly args: Record<string, unknown> }): Promise<void>;
  'tool.execute.after'(input: Call & { readonly args?: unknown }, output: Result): Promise<void>;
  'experimental.chat.system.transform'(
    input: { readonly sessionID?: string },
    output: { readonly system: string[] },
  ): Promise<void>;
  'experimental.session.compacting'(input: InSession, output: { readonly context: string[] }): Promise<void>;
  dispose(): Promise<void>;
}
