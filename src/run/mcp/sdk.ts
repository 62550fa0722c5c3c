// Connects with the MCP library. It is loaded with this file, so this file is loaded only when a hook needs a server.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolResultSchema, ErrorCode, ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { McpAddress } from '../../nouns.js';
import type { McpClient, ToolAnswer } from './client.js';
import { McpFault } from './fault.js';
import type { Fetch } from './guarded-fetch.js';
import { connectFault, faultOf, isClosed } from './library-fault.js';
import type { ServerProcess } from './server-process.js';
import { StdioTransport } from './stdio-transport.js';
import { type RequestId, watchedFetch } from './watched-fetch.js';

export interface OpenOptions {
  /** For the first answer of the server. */
  readonly connectMs: number;
  /** Bytes of one message. */
  readonly messageLimit: number;
  /** Nobody needs the server any more. */
  readonly signal: AbortSignal;
}

export interface AddressOptions extends OpenOptions {
  readonly fetch: Fetch;
}

/** Deadlines are the caller's; this is the longest that a timer can be set to. */
const NO_LIMIT = 2_147_483_647;
/** What has arrived is read within this time. */
const READ_ON_MS = 100;
const MOST_PAGES = 20;
const FAREWELL_MS = 1000;

const late = (ms: number): string => `did not answer within ${ms / 1000} s`;

/** Connects to a program that runs. */
export async function openProcess(process: ServerProcess, options: OpenOptions): Promise<McpClient> {
  const client = newClient();
  const release = process.hold();
  try {
    await connect(client, new StdioTransport(process), options, ignore);
  } catch (error) {
    throw isClosed(error) ? process.fault() : process.explain(connectFault(error));
  } finally {
    release();
  }
  return new Connected(client, {
    ended: () => process.ended,
    hold: () => process.hold(),
    faultOf: (error) => (isClosed(error) ? process.fault() : faultOf(error)),
    close: () => process.end(),
  });
}

/** Connects to an address. */
export async function openAddress(server: McpAddress, options: AddressOptions): Promise<McpClient> {
  if (server.kind === 'sse') return openSse(server, options);
  try {
    return await openHttp(server, options);
  } catch (error) {
    const older =
      server.kind === 'either' && error instanceof StreamableHTTPError && OLDER.has(error.code ?? 0);
    if (older) return openSse(server, options);
    throw connectFault(error);
  }
}

/** How servers that know only the older way refuse the newer one. */
const OLDER: ReadonlySet<number> = new Set([400, 404, 405]);

async function openHttp(server: McpAddress, options: AddressOptions): Promise<McpClient> {
  const answered = new Set<RequestId>();
  const fetch = watchedFetch({
    fetch: options.fetch,
    limit: options.messageLimit,
    answersInResponse: true,
    over: (id, why) => setTimeout(() => give(id, why), READ_ON_MS),
  });
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: { ...server.headers } },
    fetch,
  });
  // The library waits for an answer that cannot come any more; it is given one.
  const give = (id: RequestId, why: McpFault): void => {
    if (answered.delete(id)) return;
    const error = { code: ErrorCode.InternalError, message: why.message, data: { fault: why.kind } };
    transport.onmessage?.({ jsonrpc: '2.0', id, error });
  };
  const client = newClient();
  await connect(client, transport, options, (message) => {
    if (typeof message === 'object' && message !== null && 'id' in message && !('method' in message)) {
      const { id } = message;
      if (typeof id === 'string' || typeof id === 'number') answered.add(id);
    }
  });
  return new Connected(client, {
    ...NO_PROCESS,
    faultOf,
    async close() {
      await within(FAREWELL_MS, transport.terminateSession());
      await client.close();
    },
  });
}

async function openSse(server: McpAddress, options: AddressOptions): Promise<McpClient> {
  let why: McpFault | null = null;
  const fetch = watchedFetch({
    // The library keeps only the words of an error.
    fetch: async (url, init) => {
      try {
        return await options.fetch(url, init);
      } catch (error) {
        if (error instanceof McpFault) why ??= error;
        throw error;
      }
    },
    limit: options.messageLimit,
    answersInResponse: false,
    over: () => undefined,
  });
  const transport = new SSEClientTransport(new URL(server.url), {
    requestInit: { headers: { ...server.headers } },
    fetch,
  });
  const client = newClient();
  // All answers come in one stream: without it there is no connection, and no second try behind our back.
  transport.onerror = (error) => {
    why ??= faultOf(error);
    void client.close().catch(ignore);
  };
  try {
    await connect(client, transport, options, () => undefined);
  } catch (error) {
    throw why ?? connectFault(error);
  }
  return new Connected(client, {
    ...NO_PROCESS,
    faultOf: (error) => (isClosed(error) && why !== null ? why : faultOf(error)),
    close: () => client.close(),
  });
}

/** The limit covers everything, also a stream that is opened before the first message. */
async function connect(
  client: Client,
  transport: Transport,
  { connectMs, signal }: OpenOptions,
  hear: (message: unknown) => void,
): Promise<void> {
  transport.onmessage = hear;
  let clear = ignore;
  const limit = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => reject(new McpFault('unreachable', late(connectMs))), connectMs);
    const stop = (): void => reject(new McpFault('unreachable', 'is not needed any more'));
    signal.addEventListener('abort', stop);
    clear = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
  });
  try {
    await Promise.race([client.connect(transport, { timeout: NO_LIMIT }), limit]);
  } catch (error) {
    void client.close().catch(ignore);
    void transport.close().catch(ignore);
    throw error;
  } finally {
    clear();
  }
}

interface Behind {
  ended(): boolean;
  hold(): () => void;
  faultOf(error: unknown): McpFault;
  close(): Promise<void>;
}

const NO_PROCESS = { ended: () => false, hold: () => () => undefined };

class Connected implements McpClient {
  #lost = false;
  readonly #client: Client;
  readonly #behind: Behind;

  constructor(client: Client, behind: Behind) {
    this.#client = client;
    this.#behind = behind;
    client.onclose = () => {
      this.#lost = true;
    };
  }

  get lost(): boolean {
    return this.#lost || this.#behind.ended();
  }

  hold(): () => void {
    return this.#behind.hold();
  }

  async call(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<ToolAnswer> {
    const params = { name: tool, arguments: { ...input } };
    const { content, isError } = await this.#ask(() =>
      this.#client.request({ method: 'tools/call', params }, CallToolResultSchema, {
        signal,
        timeout: NO_LIMIT,
      }),
    );
    const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    return { text: texts.join('\n'), failed: isError === true };
  }

  async tools(signal: AbortSignal): Promise<readonly string[]> {
    const names: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const params = cursor === undefined ? {} : { cursor };
      const { tools, nextCursor } = await this.#ask(() =>
        this.#client.request({ method: 'tools/list', params }, ListToolsResultSchema, {
          signal,
          timeout: NO_LIMIT,
        }),
      );
      names.push(...tools.map(({ name }) => name));
      cursor = nextCursor;
      if (cursor === undefined) break;
    }
    return names;
  }

  async #ask<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      const fault = this.#behind.faultOf(error);
      if (fault.kind === 'unreachable' || fault.kind === 'session-lost') this.#lost = true;
      throw fault;
    }
  }

  close(): Promise<void> {
    return this.#behind.close();
  }
}

/** No capabilities: a server can ask nothing of a hook. */
const newClient = (): Client => new Client({ name: 'amplifier-hooks', version: '1' }, { capabilities: {} });

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.then(ignore, ignore), limit]);
  clearTimeout(timer);
}

const ignore = (): void => {};
