// The studio as a server on this machine: one person's browser asks, nobody else is answered.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { reasonOf } from '../../text/index.js';
import { Answers, Missing, type Places } from '../answers.js';
import { type Desk, Refused } from '../desk.js';
import { enteringPage, ICON, LIVE_PAGE } from '../html.js';
import type { PageFiles } from '../page-files.js';
import type { Watching } from '../watching.js';
import { bodyOf, send, sendAway, sendJson } from './answer.js';
import { Door, type Turned, type Visit } from './door.js';
import { Live } from './live.js';
import { Promised } from './promised.js';
import { type Route, routes, Wrong } from './routes.js';

export interface StudioOptions extends Places {
  readonly watching: Watching;
  readonly desk: Desk;
  readonly page: PageFiles;
  /** 0: any that is free. */
  readonly port: number;
}

export interface Studio {
  /** To be opened once; it lets in whoever opens it. */
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Listens on the loopback interface. Rejects where the port is taken. */
export async function startStudio(options: StudioOptions): Promise<Studio> {
  const server = createServer();
  // A page needs few; whoever opens very many wants something else.
  server.maxConnections = 128;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: options.port, exclusive: true }, resolve);
  });
  // One connection that cannot be taken is no reason to end.
  server.on('error', () => undefined);
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error('the studio has no port');
  const door = new Door(place.port);
  const reception = new Reception(options, door, server);
  return { address: door.address, port: place.port, close: () => reception.close() };
}

class Reception {
  readonly #options: StudioOptions;
  readonly #door: Door;
  readonly #server: Server;
  readonly #live = new Live();
  readonly #end = new AbortController();
  readonly #routes: Readonly<Record<string, Route>>;
  /** What is heard of changes, by project. */
  readonly #watches = new Map<string, { close(): void }>();
  readonly #unlisten: () => void;

  constructor(options: StudioOptions, door: Door, server: Server) {
    const { watching, desk } = options;
    this.#options = options;
    this.#door = door;
    this.#server = server;
    this.#routes = routes(new Answers(watching, desk, options), watching, new Promised());
    this.#unlisten = watching.listen((news) => this.#live.tell(news, watching.store.version));
    server.on('request', (request, response) => void this.#receive(request, response));
  }

  async close(): Promise<void> {
    this.#end.abort();
    this.#unlisten();
    this.#live.close();
    for (const watch of this.#watches.values()) watch.close();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A browser that leaves in the middle is no fault.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    try {
      const visit = await this.#door.judge(request);
      if ('status' in visit) sendAway(response, visit);
      else if (visit.kind === 'enters') this.#letIn(response, visit);
      else await this.#answer(request, response, visit);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else sendAway(response, problemOf(error));
    }
  }

  /** From here on the secret is of no use, and does not stand in the address any more. */
  #letIn(response: ServerResponse, { cookie, isAcross }: Extract<Visit, { kind: 'enters' }>): void {
    const { root } = this.#door;
    const more = { 'set-cookie': this.#door.cookieHeader(cookie) };
    if (isAcross) send(response, 200, 'html', enteringPage(root), more);
    else send(response, 303, 'html', enteringPage(root), { ...more, location: root });
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    { path, query, session }: Extract<Visit, { kind: 'visits' }>,
  ): Promise<void> {
    const { page, watching } = this.#options;
    switch (path) {
      case 'GET ':
        return send(response, 200, 'html', LIVE_PAGE);
      case 'GET studio.js':
        return send(response, 200, 'script', page.script);
      case 'GET studio.css':
        return send(response, 200, 'style', page.style);
      case 'GET icon.svg':
        return send(response, 200, 'picture', ICON);
      case 'GET api/live':
        if (this.#live.isFull)
          return sendAway(response, { status: 503, problem: 'Too many pages are open.', hint: null });
        return this.#live.add(response, watching.store.version);
    }
    const route = Object.hasOwn(this.#routes, path) ? this.#routes[path] : undefined;
    if (route === undefined) throw new Missing('There is nothing at this address.');
    const body = path.startsWith('POST ') ? await bodyOf(request) : null;
    if (path.startsWith('POST ') && body === null)
      return sendAway(response, { status: 413, problem: 'This is too long.', hint: null });
    this.#watch(query.get('project'));
    const left = new AbortController();
    response.once('close', () => left.abort());
    const signal = AbortSignal.any([left.signal, this.#end.signal]);
    sendJson(response, await route({ query, session, body, signal }));
  }

  /** Whoever looks at a project wants to know when its hooks change. */
  #watch(key: string | null): void {
    const watched = key === null ? null : this.#options.watching.watched(key);
    if (watched === null || this.#watches.has(watched.key)) return;
    this.#watches.set(
      watched.key,
      this.#options.desk.watch(watched.projectDir, () => this.#live.changed(watched.key)),
    );
  }
}

function problemOf(error: unknown): Turned {
  if (error instanceof Missing) return { status: 404, problem: error.message, hint: null };
  if (error instanceof Wrong) return { status: 400, problem: error.message, hint: null };
  if (error instanceof Refused) return { status: 409, problem: error.message, hint: error.hint };
  return { status: 500, problem: `The studio could not answer: ${reasonOf(error)}`, hint: null };
}
