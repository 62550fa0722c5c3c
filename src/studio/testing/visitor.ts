// A browser as far as the studio notices: it keeps the cookie, and says where its requests come from.
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import type { Shape } from '../../text/shapes/index.js';
import { check } from '../../text/shapes/index.js';
import { aboutShape } from '../contract.js';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Asking {
  readonly method?: string;
  /** They take the place of those that a browser sends; `undefined`: none. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

/** One request, with nothing added but what HTTP itself wants. */
export function ask(address: string, { method = 'GET', headers = {}, body }: Asking = {}): Promise<Answer> {
  const sent: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) sent[name] = value;
  const { hostname, port } = new URL(address);
  // As it is written: an address with dots in it must reach the server like that.
  const path = address.slice(`http://${hostname}:${port}`.length) || '/';
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers: sent, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Messages of a stream as they come. */
export interface Heard {
  readonly event: string;
  readonly data: unknown;
  /** When it was here. */
  readonly at: number;
}

export class Visitor {
  readonly address: string;
  readonly root: string;
  readonly origin: string;
  cookie = '';
  token = '';
  readonly #streams: { destroy(): void }[] = [];

  constructor(address: string) {
    this.address = address;
    this.root = address.replace(/enter\/.*$/, '');
    this.origin = new URL(address).origin;
  }

  /** Opens the address, and asks for the token of the page. */
  async enter(): Promise<Answer> {
    const answer = await ask(this.address, { headers: { 'sec-fetch-site': 'none' } });
    this.cookie = (answer.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');
    this.token = (await this.got(aboutShape, 'api/about')).token;
    return answer;
  }

  get(path: string, headers: Asking['headers'] = {}): Promise<Answer> {
    return ask(this.root + path, {
      headers: { cookie: this.cookie, 'sec-fetch-site': 'same-origin', ...headers },
    });
  }

  post(path: string, body: unknown, headers: Asking['headers'] = {}): Promise<Answer> {
    return ask(this.root + path, {
      method: 'POST',
      headers: {
        cookie: this.cookie,
        origin: this.origin,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        'x-studio-token': this.token,
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  async got<T>(shape: Shape<T>, path: string): Promise<T> {
    return parsed(shape, await this.get(path));
  }

  async posted<T>(shape: Shape<T>, path: string, body: unknown): Promise<T> {
    return parsed(shape, await this.post(path, body));
  }

  /** Listens to what happens; the list grows. */
  async live(): Promise<readonly Heard[]> {
    const heard: Heard[] = [];
    const { hostname, port, pathname } = new URL(`${this.root}api/live`);
    const headers = { cookie: this.cookie, 'sec-fetch-site': 'same-origin' };
    await new Promise<void>((resolve, reject) => {
      const asked = request({ hostname, port, path: pathname, headers, agent: false }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
          const messages = text.split('\n\n');
          text = messages.pop() ?? '';
          for (const message of messages) {
            const [, event, data] = /^event: (.*)\ndata: (.*)$/m.exec(message) ?? [];
            if (event !== undefined && data !== undefined)
              heard.push({ event, data: JSON.parse(data), at: Date.now() });
          }
          resolve();
        });
        answer.on('error', () => undefined);
      });
      asked.on('error', reject);
      asked.end();
      this.#streams.push(asked);
    });
    return heard;
  }

  leave(): void {
    for (const stream of this.#streams) stream.destroy();
  }
}

function parsed<T>(shape: Shape<T>, { status, text }: Answer): T {
  if (status !== 200) throw new Error(`${status}: ${text}`);
  const value: unknown = JSON.parse(text);
  if (shape.is(value)) return value;
  throw new Error(check(shape, value, 'the answer')[0]?.message ?? 'the answer is not understood');
}
