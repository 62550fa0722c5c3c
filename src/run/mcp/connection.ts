// One server: connected at the first call, shared by all calls, connected again after a loss, but not for ever.
import type { McpServer } from '../../nouns.js';
import { plural, reasonOf } from '../../text/index.js';
import type { McpClient, ToolAnswer } from './client.js';
import { McpFault, NotStarted } from './fault.js';

export interface ConnectionOptions {
  /** `started` is told how to read the stderr of a server that is being connected to. */
  open(server: McpServer, started: (stderr: () => string) => void): Promise<McpClient>;
  /** After so many failures in a row the server is left alone for a while. */
  readonly mostFailures: number;
  readonly restMs: number;
}

/** A client and how many wait for it. */
interface InUse {
  readonly client: McpClient;
  users: number;
}

export class Connection {
  readonly #server: McpServer;
  readonly #options: ConnectionOptions;
  #current: InUse | null = null;
  #opening: Promise<InUse> | null = null;
  #stderr = (): string => '';
  #failures = 0;
  #restUntil = 0;
  #lastFailure = '';
  #closing = false;

  constructor(server: McpServer, options: ConnectionOptions) {
    this.#server = server;
    this.#options = options;
  }

  /** The end of what the server printed there. */
  get stderr(): string {
    return this.#stderr();
  }

  /** Calls a tool. A call that the server refused, because it forgot the session, is made once more. */
  async call(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<ToolAnswer> {
    const ask = (client: McpClient): Promise<ToolAnswer> => client.call(tool, input, signal);
    try {
      return await this.#use(await this.#ready(signal), ask);
    } catch (error) {
      if (!(error instanceof McpFault) || error.kind !== 'session-lost') throw error;
      return this.#use(await this.#ready(signal), ask);
    }
  }

  async tools(signal: AbortSignal): Promise<readonly string[]> {
    return this.#use(await this.#ready(signal), (client) => client.tools(signal));
  }

  /** Nobody will come any more; those who wait get their answer. */
  retire(): void {
    this.#closing = true;
    if (this.#current !== null) this.#leave(this.#current);
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#opening?.catch(ignore);
    await this.#current?.client.close();
  }

  async #use<T>(held: InUse, ask: (client: McpClient) => Promise<T>): Promise<T> {
    const { client } = held;
    const release = client.hold();
    held.users += 1;
    try {
      const answer = await ask(client);
      this.#failures = 0;
      return answer;
    } catch (error) {
      if (client.lost && this.#current === held) this.#lose(held, error);
      throw error;
    } finally {
      release();
      held.users -= 1;
      if (this.#current !== held) this.#leave(held);
    }
  }

  /** Several calls may notice the same loss; it counts once. */
  #lose(held: InUse, error: unknown): void {
    this.#leave(held);
    this.#failed(error);
  }

  /** Closes a client when nobody waits for it any more. */
  #leave(held: InUse): void {
    if (this.#current === held) this.#current = null;
    if (held.users === 0) held.client.close().catch(ignore);
  }

  #failed(error: unknown): void {
    this.#failures += 1;
    this.#lastFailure = reasonOf(error);
    if (this.#failures >= this.#options.mostFailures)
      this.#restUntil = performance.now() + this.#options.restMs;
  }

  /** A connected client; whoever comes while one is being connected waits for the same. */
  async #ready(signal: AbortSignal): Promise<InUse> {
    if (this.#current !== null) await newsOfTheSystem();
    if (this.#current?.client.lost === true)
      this.#lose(this.#current, new McpFault('unreachable', 'the connection was lost'));
    if (this.#current !== null) return this.#current;
    const rest = this.#restUntil - performance.now();
    if (this.#opening === null && rest > 0) {
      const again = `it is tried again in ${Math.ceil(rest / 1000)} s`;
      const message = `failed ${plural(this.#failures, 'time')} in a row; ${again}. The last time it ${this.#lastFailure}`;
      throw new McpFault('unreachable', message);
    }
    this.#opening ??= this.#open();
    return untilAborted(this.#opening, signal);
  }

  async #open(): Promise<InUse> {
    try {
      const client = await this.#options.open(this.#server, (stderr) => {
        this.#stderr = stderr;
      });
      const held = { client, users: 0 };
      if (this.#closing) {
        await client.close();
        throw new McpFault('unreachable', 'was ended with the engine');
      }
      this.#current = held;
      return held;
    } catch (error) {
      // What is not there or not allowed costs nothing to look at again, and may be by then.
      const cheap = error instanceof NotStarted || (error instanceof McpFault && error.kind === 'refused');
      if (!cheap) this.#failed(error);
      throw error;
    } finally {
      this.#opening = null;
    }
  }
}

/** A server that ended a moment ago is noticed before a call is sent to it. Two turns have a look at the system between them. */
const newsOfTheSystem = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve));
  });

/** The work goes on for others; only this wait ends. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

const ignore = (): void => {};
