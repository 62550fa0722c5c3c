// `fetch` over the connections of http hooks: every address is asked about, a name is looked up once, and no redirect is followed.
import { type IncomingMessage, request } from 'node:http';
import { codeOf } from '../../text/index.js';
import { type Connections, dropIdle, Forbidden, type Wanted } from '../http/connections.js';
import { credentialsIn, isOurs } from '../http/headers.js';
import type { Permitted, Refused } from '../http/permission.js';
import { McpFault } from './fault.js';

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface Guard {
  /** Asked for every request: a server may name other addresses than its own. */
  permit(url: string): Permitted | Refused;
  readonly connections: Connections;
}

const HEADER_CAP = 16 * 1024;
/** Answers that have no body, and that `Response` takes none for. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

export function guardedFetch({ permit, connections }: Guard): Fetch {
  return async (url, init = {}) => {
    const permitted = permit(String(url));
    if ('refused' in permitted) throw new McpFault('refused', permitted.why);
    const call = new Call(permitted, init, connections);
    try {
      return responseOf(await call.send());
    } catch (error) {
      if (init.signal?.aborted === true) throw init.signal.reason;
      if (error instanceof Forbidden) throw new McpFault('refused', error.message);
      if (error instanceof McpFault) throw error;
      // As the platform's own `fetch` tells it.
      throw new TypeError('fetch failed', { cause: error });
    }
  };
}

class Call {
  readonly #permitted: Permitted;
  readonly #init: RequestInit;
  readonly #connections: Connections;
  #repeated = false;

  constructor(permitted: Permitted, init: RequestInit, connections: Connections) {
    this.#permitted = permitted;
    this.#init = init;
    this.#connections = connections;
  }

  send(): Promise<IncomingMessage> {
    const { url, target, guarded } = this.#permitted;
    const { signal, method = 'GET' } = this.#init;
    const body = typeof this.#init.body === 'string' ? this.#init.body : '';
    const agent = this.#connections.agent(target, guarded);
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const wanted: Wanted = {
        target,
        abandoned: () => signal?.aborted === true,
        agent,
        host: target.host,
        port: target.port,
        method,
        path: `${url.pathname}${url.search}`,
        headers: this.#headers(body),
        setHost: false,
        maxHeaderSize: HEADER_CAP,
        insecureHTTPParser: false,
      };
      const sent = request(wanted);
      // Also ends the answer that is being read.
      const stop = (): void => void sent.destroy();
      signal?.addEventListener('abort', stop, { once: true });
      sent.once('close', () => signal?.removeEventListener('abort', stop));
      sent.once('response', resolve);
      sent.once('upgrade', () => {
        sent.destroy();
        reject(new McpFault('garbled', 'answered with something that is not MCP: another protocol'));
      });
      sent.on('error', (error) => {
        const stale = sent.reusedSocket && /^(?:ECONNRESET|EPIPE)$/.test(codeOf(error) ?? '');
        if (!stale || this.#repeated || signal?.aborted === true) return reject(error);
        // A kept connection that the other side had closed meanwhile; a new one is tried once.
        this.#repeated = true;
        dropIdle(agent);
        this.send().then(resolve, reject);
      });
      sent.end(body);
    });
  }

  #headers(body: string): Readonly<Record<string, string>> {
    const { url } = this.#permitted;
    const credentials = credentialsIn(url);
    const stated = [...new Headers(this.#init.headers)].filter(([name]) => !isOurs(name));
    return {
      'user-agent': 'amplifier-hooks',
      ...(credentials === null ? {} : { authorization: credentials }),
      ...Object.fromEntries(stated),
      'accept-encoding': 'identity',
      ...(body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      host: url.host,
    };
  }
}

function responseOf(reply: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = '', headers } = reply;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    reply.destroy();
    throw new McpFault('garbled', `answered in the encoding ${encoding}, which nobody asked for`);
  }
  const told = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of [value ?? []].flat()) told.append(name, one);
  if (EMPTY.has(status)) reply.resume();
  return new Response(EMPTY.has(status) ? null : bodyOf(reply), { status, statusText, headers: told });
}

function bodyOf(reply: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<unknown> = reply[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else if (value instanceof Uint8Array) controller.enqueue(value);
    },
    cancel: () => void reply.destroy(),
  });
}
