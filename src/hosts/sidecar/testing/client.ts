// A host for tests: speaks to a sidecar over two streams and keeps everything it hears.
import { EventEmitter, once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { isRecord } from '../../../text/index.js';

export type Line = Readonly<Record<string, unknown>>;
export type Reply = { readonly result: unknown } | { readonly error: { code: number; message: string } };

export class Client {
  /** Every message of the sidecar, in the order it came. */
  readonly heard: Line[] = [];
  /** The same as it was written. */
  readonly lines: string[] = [];
  /** Every line of ours. */
  readonly said: string[] = [];
  /** Answers to what the sidecar asks; a method that is missing is refused. */
  readonly answers: Record<string, (params: unknown) => unknown> = {};
  readonly #to: Writable;
  readonly #news = new EventEmitter().setMaxListeners(0);
  readonly #waiting = new Map<unknown, (reply: Reply) => void>();
  #lastId = 0;
  #rest = '';

  constructor(to: Writable, from: Readable) {
    this.#to = to;
    to.on('error', () => undefined);
    from.setEncoding('utf8');
    from.on('data', (text: string) => {
      const lines = `${this.#rest}${text}`.split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) this.#take(line);
    });
    from.on('close', () => this.#news.emit('news'));
  }

  raw(text: string): void {
    this.said.push(text);
    this.#to.write(text);
  }

  send(message: Line): void {
    this.raw(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** Asks; the answer is a result or an error, never an exception. */
  ask(method: string, params: unknown = {}): { readonly id: number; readonly reply: Promise<Reply> } {
    this.#lastId += 1;
    const id = this.#lastId;
    const reply = new Promise<Reply>((resolve) => {
      this.#waiting.set(id, resolve);
    });
    this.send({ id, method, params });
    return { id, reply };
  }

  /** The result of a request that succeeds. */
  async get(method: string, params: unknown = {}): Promise<unknown> {
    const reply = await this.ask(method, params).reply;
    if ('error' in reply) throw new Error(`${method}: ${reply.error.code} ${reply.error.message}`);
    return reply.result;
  }

  /** The error code of a request that fails. */
  async code(method: string, params: unknown = {}): Promise<number | null> {
    const reply = await this.ask(method, params).reply;
    return 'error' in reply ? reply.error.code : null;
  }

  /** The first message that fits, heard already or to come. */
  async until(fits: (line: Line) => boolean): Promise<Line> {
    for (let next = 0; ; ) {
      for (; next < this.heard.length; next += 1) {
        const line = this.heard[next];
        if (line !== undefined && fits(line)) return line;
      }
      await once(this.#news, 'news');
    }
  }

  untilNotified(method: string, fits: (params: Line) => boolean = () => true): Promise<Line> {
    return this.until(
      (line) => line['method'] === method && isRecord(line['params']) && fits(line['params']),
    );
  }

  /** Says nothing more: a sidecar ends by that. */
  end(): void {
    this.#to.end();
  }

  initialize(more: Line = {}): Promise<unknown> {
    return this.get('initialize', { protocol: [1], host: { name: 'test', version: '1' }, ...more });
  }

  #take(text: string): void {
    const line: unknown = JSON.parse(text);
    if (!isRecord(line)) throw new Error(`not a message: ${text}`);
    this.heard.push(line);
    this.lines.push(text);
    this.#news.emit('news');
    const { id, method, params } = line;
    if (typeof method !== 'string') this.#settle(line);
    if (typeof method !== 'string' || id === undefined) return;
    const answer = this.answers[method];
    if (answer === undefined) {
      this.send({ id, error: { code: -32601, message: `the host does not ${method}` } });
      return;
    }
    new Promise((resolve) => resolve(answer(params))).then(
      (result) => {
        if (result !== undefined) this.send({ id, result });
      },
      (error: unknown) => this.send({ id, error: { code: -32603, message: String(error) } }),
    );
  }

  #settle({ id, error, result }: Line): void {
    const resolve = this.#waiting.get(id);
    this.#waiting.delete(id);
    const failed = isRecord(error)
      ? { code: Number(error['code']), message: String(error['message']) }
      : null;
    resolve?.(failed === null ? { result } : { error: failed });
  }
}
