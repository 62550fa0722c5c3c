// A collector on loopback for tests: a real server, that keeps what it gets and answers as it is told to.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';

export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

type Answering = (request: Received, response: ServerResponse) => void;

export const fine: Answering = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
};

export const answering =
  (status: number, body: object = {}, headers: Readonly<Record<string, string>> = {}): Answering =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

export class TestCollector {
  readonly received: Received[] = [];
  /** How the next requests are answered. */
  answer: Answering = fine;
  readonly #server: Server;
  #heard: () => void = () => undefined;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => void this.#take(request, response));
  }

  static async start(port = 0): Promise<TestCollector> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return new TestCollector(server);
  }

  get port(): number {
    const address = this.#server.address();
    return address === null || typeof address === 'string' ? 0 : address.port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Everything that came, as one text. */
  get text(): string {
    return this.received.map(({ text }) => text).join('\n');
  }

  at(path: string): readonly Received[] {
    return this.received.filter((request) => request.path === path);
  }

  /** Waits until what came is what somebody waits for. */
  async until(isThere: () => boolean): Promise<void> {
    while (!isThere())
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(Buffer.from(piece));
    const bytes = Buffer.concat(pieces);
    const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString(
      'utf8',
    );
    const received = { path: request.url ?? '', headers: request.headers, text };
    this.received.push(received);
    this.answer(received, response);
    this.#heard();
  }
}
