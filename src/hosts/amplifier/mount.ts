// Mounts an engine into Amplifier's hook registry.
import type { Engine } from '../../engine/index.js';
import {
  createResultProcessor,
  type DisplaySystem,
  type EventData,
  type HookRegistry,
  type HookResult,
  hookResult,
  type MessageLevel,
  type ResultProcessor,
} from '../../kernel/index.js';
import { isRecord } from '../../text/index.js';
import { AmplifierHost } from './host.js';
import { NATIVE_EVENTS } from './native-events.js';
import type { AmplifierSession, HostPort } from './port.js';

export interface MountOptions {
  /** Lower runs earlier. The default lets hooks judge a tool call before an approval dialog (−10) is shown. */
  readonly priority?: number;
  /** Working directory of the session, where the event's data names none. */
  readonly cwd?: string;
  /** Shows messages of hooks at once. Without it they stand in the result, and a registry drops those of a plain `continue`. */
  readonly display?: DisplaySystem;
}

/**
 * Attaches the hooks of an engine to every event of Amplifier that has a counterpart; returns the way back.
 *
 * @example
 * const hooks = new HookRegistry();
 * const unmount = mountHooks(hooks, engine);
 * const result = await hooks.emit('tool:pre', { tool_name: 'bash', tool_input: { command: 'rm -rf /' } });
 * unmount();
 */
export function mountHooks(registry: HookRegistry, engine: Engine, options: MountOptions = {}): () => void {
  const priority = options.priority ?? -20;
  const cwd = options.cwd ?? process.cwd();
  const display = options.display ?? null;
  const sessions = new Sessions(engine, cwd, display);
  // The registry hands on what was emitted, also nothing at all.
  const handle = (event: string, data: unknown): Promise<HookResult> =>
    sessions.handle(event, isRecord(data) ? data : {});
  const unregister = Object.keys(NATIVE_EVENTS).map((event) =>
    registry.register(event, handle, { priority, name: `amplifier-hooks ${event}` }),
  );
  return () => {
    for (const remove of unregister) remove();
    void sessions.close();
  };
}

/** Sessions that did not end properly are forgotten, oldest first, beyond this many. */
const MOST_SESSIONS = 1000;

/** The sessions of a registry; each is opened by its first event. */
class Sessions {
  readonly #host = new AmplifierHost();
  readonly #engine: Engine;
  readonly #cwd: string;
  readonly #display: DisplaySystem | null;
  readonly #showResult: ResultProcessor['process'];
  readonly #open = new Map<string, AmplifierSession>();
  readonly #showing = new Set<Promise<void>>();

  constructor(engine: Engine, cwd: string, display: DisplaySystem | null) {
    this.#engine = engine;
    this.#cwd = cwd;
    this.#display = display;
    this.#showResult = createResultProcessor({ display: display ?? undefined }).process;
  }

  async handle(event: string, data: Readonly<EventData>): Promise<HookResult> {
    const id = text(data['session_id']) ?? '';
    const session = this.#open.get(id) ?? this.#start(id, data);
    const { result } = await session.handle(event, data);
    await Promise.all(this.#showing);
    if (event === 'session:end') await this.#end(id);
    return result ?? hookResult({ action: 'continue' });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.#end(id)));
  }

  #start(id: string, data: Readonly<EventData>): AmplifierSession {
    const display = this.#display;
    const port: HostPort = {
      show: (message, level, source) => {
        const shown = this.#show(message, level, source).finally(() => this.#showing.delete(shown));
        this.#showing.add(shown);
      },
      steer: async () => ({ accepted: false, why: 'the registry has no way to do so' }),
    };
    const parent = text(data['parent_id']);
    const about = { session: id, parent: parent === '' ? null : parent, cwd: this.#cwd, transcript: null };
    // The host of a registry reads every result itself.
    const can = { show: display !== null, updated_input: true, stopResult: true };
    const session = this.#host.open(this.#engine, about, can, port);
    this.#open.set(id, session);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MOST_SESSIONS && oldest !== undefined) void this.#end(oldest);
    return session;
  }

  /** By the kernel's own way: a display that fails or never answers takes no decision of a hook with it. */
  async #show(message: string, level: MessageLevel, source: string): Promise<void> {
    const told = { user_message: message, user_message_level: level, user_message_source: source };
    await this.#showResult(hookResult(told), 'a message', source);
  }

  async #end(id: string): Promise<void> {
    const session = this.#open.get(id);
    this.#open.delete(id);
    await session?.close();
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
