// The scripted server that http hooks of a vector talk to.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { anything, count, flag, type Infer, mapOf, object, optional, text } from '../../text/shapes/index.js';

const route = object({
  status: optional(count),
  headers: optional(mapOf(text)),
  body: optional(anything),
  /** Waits before it replies. */
  delayMs: optional(count),
  /** Closes the connection without a reply. */
  destroy: optional(flag),
});

export const httpScript = object({ routes: mapOf(route) });
export type HttpScript = Infer<typeof httpScript>;

/** A request that a hook made. */
export interface SeenRequest {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

export interface ScriptedServer {
  readonly url: string;
  /** The requests since it was asked last. */
  take(): readonly SeenRequest[];
  close(): Promise<void>;
}

/** Starts the server on a free port of this machine. */
export async function startServer({ routes }: HttpScript): Promise<ScriptedServer> {
  let seen: { path: string; method: string; headers: SeenRequest['headers']; body: string }[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*$/s, '');
    const noted = { path, method: request.method ?? '', headers: request.headers, body: '' };
    seen.push(noted);
    void readBody(request).then((body) => {
      noted.body = body;
      reply(response, Object.hasOwn(routes, path) ? routes[path] : undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the scripted server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    take() {
      const taken = seen;
      seen = [];
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  try {
    for await (const part of request) if (Buffer.isBuffer(part)) parts.push(part);
  } catch {
    // The hook went away; what it sent so far is what was seen.
  }
  return Buffer.concat(parts).toString('utf8');
}

function reply(response: ServerResponse, given: Infer<typeof route> = { status: 404 }): void {
  const { status = 200, headers = {}, body = '', delayMs = 0, destroy = false } = given;
  const timer = setTimeout(() => {
    if (destroy) {
      response.destroy();
      return;
    }
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }, delayMs);
  response.on('close', () => clearTimeout(timer));
}
