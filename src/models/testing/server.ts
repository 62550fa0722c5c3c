// A real HTTP server on loopback that answers request after request as it is told, and remembers what it was sent.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  /** Resolves when the connection is closed, by whomever. */
  readonly closed: Promise<void>;
}

/** How one request is answered. */
export type Reaction = (response: ServerResponse, request: IncomingMessage) => void;

export interface TestServer {
  readonly url: string;
  readonly received: readonly Received[];
  /** How many requests were open at the same time, at most. */
  readonly mostAtOnce: () => number;
  /** For the next request that has no reaction yet; the last one stays for all further requests. */
  react(...reactions: readonly Reaction[]): void;
  /** Resolves when that many requests have come. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

const closings = new WeakMap<Socket, Promise<void>>();

/** One listener for each connection, however many requests it carries. */
function closedBy(socket: Socket): Promise<void> {
  const known = closings.get(socket) ?? new Promise((resolve) => socket.once('close', () => resolve()));
  closings.set(socket, known);
  return known;
}

export async function startServer(): Promise<TestServer> {
  const received: Received[] = [];
  const reactions: Reaction[] = [];
  const waiting: { readonly count: number; readonly tell: () => void }[] = [];
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    most = Math.max(most, ++open);
    response.on('close', () => open--);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const reaction = reactions.length > 1 ? reactions.shift() : reactions[0];
      received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString('utf8')),
        closed: closedBy(request.socket),
      });
      reaction?.(response, request);
      for (const { count, tell } of waiting) if (received.length >= count) tell();
    });
    request.on('error', () => undefined);
    response.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    mostAtOnce: () => most,
    react: (...more) => {
      reactions.splice(0, reactions.length, ...more);
    },
    arrived: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve();
        else waiting.push({ count, tell: resolve });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reaction {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

export function raw(body: string, contentType: string, status = 200): Reaction {
  return (response) => {
    response.writeHead(status, { 'content-type': contentType });
    response.end(body);
  };
}

/** Events one by one, as a server streams them. */
export function stream(events: readonly unknown[], contentType = 'text/event-stream'): Reaction {
  return (response) => {
    response.writeHead(200, { 'content-type': contentType });
    for (const event of events) {
      const type =
        typeof event === 'object' && event !== null && 'type' in event ? `event: ${event.type}\n` : '';
      response.write(`${type}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
    }
    response.end();
  };
}

/** Takes the request and never answers. */
export const hang: Reaction = () => undefined;

/** Begins an answer and never ends it. */
export const stall: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"content": [');
};

/** Promises more than it sends, then cuts the connection. */
export const cutMidBody: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
  response.write('{"content": [', () => response.destroy());
};

/** Cuts the connection instead of answering. */
export const cut: Reaction = (response) => {
  response.destroy();
};

/** Sends something that is not HTTP. */
export const notHttp: Reaction = (_, request) => {
  request.socket.end('hello, this is no HTTP\r\n\r\n');
};

/** An answer without end; it stops when the other side has gone. */
export const endless =
  (status = 200): Reaction =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    const chunk = Buffer.alloc(256 * 1024, 0x20);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  };
