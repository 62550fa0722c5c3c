// A model on loopback that follows a script, for every interface that hosts speak.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isRecord } from '../../../src/text/index.js';
import { chat } from './chat.js';
import type { Asked, Dialect, Fields, Reply, ToolCall } from './dialect.js';
import { gemini } from './gemini.js';
import { messages } from './messages.js';
import { responses } from './responses.js';

const DIALECTS: readonly Dialect[] = [chat, responses, messages, gemini];
const DONE = 'All done.';

/**
 * Makes one call after the other, and then says that it is done. Which call is next is told by the history that a host sends, so that
 * a request that is made twice changes nothing. A request that does not offer the next tool is none of the agent's own, but for a
 * title or a summary, and gets a text.
 */
export class ScriptedModel {
  /** What was asked, in its order. */
  readonly asked: Asked[] = [];
  readonly #server: Server;
  readonly #calls: readonly ToolCall[];

  private constructor(calls: readonly ToolCall[]) {
    this.#calls = calls;
    this.#server = createServer((request, response) => {
      void this.#answer(request, response);
    });
  }

  static async start(calls: readonly ToolCall[]): Promise<ScriptedModel> {
    const model = new ScriptedModel(calls);
    await new Promise<void>((resolve) => {
      model.#server.listen(0, '127.0.0.1', resolve);
    });
    return model;
  }

  get address(): string {
    const { port }: Partial<AddressInfo> = addressOf(this.#server);
    return `http://127.0.0.1:${port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const body = await bodyOf(request);
    const dialect = DIALECTS.find(({ fits }) => fits(pathname));
    if (dialect === undefined) return send(response, 'application/json', JSON.stringify(OTHERWISE));
    const asked = dialect.read(body, pathname);
    this.asked.push(asked);
    const type = asked.streaming ? 'text/event-stream' : 'application/json';
    return send(response, type, dialect.write(this.#reply(asked), asked));
  }

  #reply({ calls, tools }: Asked): Reply {
    const call = this.#calls[calls];
    return call === undefined || !tools.includes(call.name)
      ? { text: DONE }
      : { call, id: `call_${calls + 1}` };
  }
}

/** What else hosts ask for: lists of models, counts of tokens. */
const OTHERWISE = {
  object: 'list',
  data: [{ id: 'scripted', object: 'model' }],
  input_tokens: 1,
  totalTokens: 1,
};

const addressOf = (server: Server): Partial<AddressInfo> => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address : {};
};

async function bodyOf(request: IncomingMessage): Promise<Fields> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return isRecord(body) ? body : {};
  } catch {
    return {};
  }
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': type });
  response.end(body);
}
