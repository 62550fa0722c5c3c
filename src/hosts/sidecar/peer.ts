// One side of a JSON-RPC 2.0 conversation over two streams, one message a line. Nothing that arrives ends it.
import type { Readable, Writable } from 'node:stream';
import { isRecord, keepNumbers, reasonOf, traceOf, writeExactly } from '../../text/index.js';
import { LineSplitter } from './lines.js';
import { type Id, idAtBeginning, idsTogether, type Message, readMessage } from './message.js';
import { CODES, RpcError } from './rpc-error.js';

/** A request that is being answered. */
export class Call {
  /** Whoever asked no longer wants to know. */
  unwanted = false;
  /** Told once, when it is given up. */
  onGivenUp: (() => void) | null = null;
  readonly #controller = new AbortController();

  /** Aborted when it is given up. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends what is done for it, from either side. */
  giveUp(why: string): void {
    if (this.signal.aborted) return;
    this.#controller.abort(why);
    this.onGivenUp?.();
  }
}

/** Answers a request: what it gives is the result, what it throws is the error. */
export type Handler = (params: unknown, call: Call) => unknown;

export interface PeerOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly requests: Readonly<Record<string, Handler>>;
  /** Hears what the other side only tells; `cancel` is understood here. */
  readonly notifications?: Readonly<Record<string, (params: unknown) => unknown>>;
  /** Something that nobody can be answered about. */
  readonly onOddity: (message: string) => void;
  /** A longer line is refused without being held; default `LONGEST_LINE`. */
  readonly maxLineBytes?: number;
  /** While more than this waits to be read by the other side, nothing more is taken in; default 16 MiB. */
  readonly maxUnreadBytes?: number;
}

export interface AskOptions {
  /** `null`: as long as the signal lets it. */
  readonly deadlineMs?: number | null;
  readonly signal?: AbortSignal | null;
}

type Request = Extract<Message, { readonly kind: 'request' }>;

interface Question {
  resolve(result: unknown): void;
  reject(error: RpcError): void;
}

const MIB = 1024 * 1024;
/** Bytes of a line; the Python module sends none that is longer. */
export const LONGEST_LINE = 64 * MIB;

export class Peer {
  /** Resolves when no more can arrive or nothing can be said any more. */
  readonly ended: Promise<void>;
  readonly #options: PeerOptions;
  readonly #maxUnread: number;
  readonly #calls = new Map<Id, Call>();
  readonly #questions = new Map<Id, Question>();
  #end: () => void = () => undefined;
  #isOver = false;
  #lastId = 0;

  constructor(options: PeerOptions) {
    this.#options = options;
    this.#maxUnread = options.maxUnreadBytes ?? 16 * MIB;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    const limit = options.maxLineBytes ?? LONGEST_LINE;
    const lines = new LineSplitter(limit, {
      line: (text) => this.#take(text),
      tooLong: (beginning) =>
        this.#refuse(idAtBeginning(beginning), new RpcError(CODES.lineTooLong, tooLong(limit))),
    });
    const { input, output } = options;
    input.on('data', (chunk: Buffer | string) =>
      lines.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk),
    );
    input.once('end', () => {
      lines.end();
      this.#over();
    });
    input.once('close', () => this.#over());
    input.on('error', () => this.#over());
    output.on('error', () => this.#over());
    output.once('close', () => this.#over());
    output.on('drain', () => input.resume());
  }

  /** Asks the other side. Rejects with an `RpcError`, and then the other side is told that nobody waits any more. */
  ask(
    method: string,
    params: unknown,
    { deadlineMs = null, signal = null }: AskOptions = {},
  ): Promise<unknown> {
    if (this.#isOver) return Promise.reject(gone());
    if (signal?.aborted === true) return Promise.reject(cancelled());
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const done = (): void => {
        this.#questions.delete(id);
        if (timer !== null) clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const giveUp = (error: RpcError): void => {
        done();
        this.notify('cancel', { id });
        reject(error);
      };
      const late = () =>
        giveUp(new RpcError(CODES.deadline, `no answer to ${method} within ${deadlineMs} ms`));
      const timer = deadlineMs === null ? null : setTimeout(late, deadlineMs);
      const onAbort = () => giveUp(cancelled());
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#questions.set(id, {
        resolve(result) {
          done();
          resolve(result);
        },
        reject(error) {
          done();
          reject(error);
        },
      });
      this.#send({ jsonrpc: '2.0', id, method, params });
    });
  }

  notify(method: string, params: unknown): void {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  /** Resolves when everything said so far has left this process, or cannot leave it. */
  flushed(): Promise<void> {
    const { output } = this.#options;
    if (!output.writable) return Promise.resolve();
    // A turn later: answers that are on their way belong to it.
    return new Promise((resolve) => {
      setImmediate(() => output.write('', () => resolve()));
    });
  }

  #take(line: string): void {
    const message = readMessage(line);
    if (message.kind === 'request') this.#start(message);
    else if (message.kind === 'notification') this.#hear(message.method, message.params);
    else if (message.kind === 'wrong') this.#refuseLine(line, message);
    else this.#settle(message);
  }

  /** Whoever puts several messages on a line hears so of each. */
  #refuseLine(line: string, { id, error }: Extract<Message, { readonly kind: 'wrong' }>): void {
    const together = error.code === CODES.notJson ? idsTogether(line) : [];
    if (together.length === 0) this.#refuse(id, error);
    for (const one of together) this.#refuse(one, new RpcError(CODES.notAMessage, TOGETHER));
  }

  #start(request: Request): void {
    const { id, method, asked } = request;
    const { requests } = this.#options;
    const handler = Object.hasOwn(requests, method) ? requests[method] : undefined;
    if (handler === undefined) {
      const message = `unknown method "${method}"; there are ${Object.keys(requests).join(', ')}`;
      this.#refuse(id, new RpcError(CODES.unknownMethod, message), asked);
    } else if (this.#calls.has(id)) {
      const message = `the id ${JSON.stringify(id)} belongs to a request that is not answered yet`;
      this.#refuse(null, new RpcError(CODES.notAMessage, message));
    } else this.#answer(request, handler);
  }

  #answer({ id, method, params, asked }: Request, handler: Handler): void {
    const call = new Call();
    this.#calls.set(id, call);
    const end = (say: () => void): void => {
      this.#calls.delete(id);
      if (call.unwanted) this.#refuse(id, cancelled(call.signal), asked);
      else say();
    };
    new Promise((resolve) => resolve(handler(params, call))).then(
      (result) => end(() => this.#reply(id, method, result, asked)),
      (error: unknown) => end(() => this.#refuse(id, this.#asRpcError(error, method), asked)),
    );
  }

  #hear(method: string, params: unknown): void {
    const { notifications = {}, onOddity } = this.#options;
    const hear = Object.hasOwn(notifications, method) ? notifications[method] : undefined;
    const id = isRecord(params) ? params['id'] : undefined;
    if (hear !== undefined)
      new Promise((resolve) => resolve(hear(params))).catch((error: unknown) =>
        onOddity(`the notification "${method}" cannot be used: ${reasonOf(error)}`),
      );
    else if (method !== 'cancel')
      onOddity(
        `unknown notification "${method}"; there is ${['cancel', ...Object.keys(notifications)].join(', ')}`,
      );
    else if (typeof id !== 'number' && typeof id !== 'string')
      this.#options.onOddity('a cancel without the id of a request');
    // One that is unknown was answered already: the two messages crossed.
    else this.#unwant(this.#calls.get(id));
  }

  #unwant(call: Call | undefined): void {
    if (call === undefined) return;
    call.unwanted = true;
    call.giveUp('nobody waits for the answer any more');
  }

  /** An answer to a question of ours. */
  #settle(message: Extract<Message, { readonly kind: 'result' | 'error' }>): void {
    const { id } = message;
    const question = id === null ? undefined : this.#questions.get(id);
    if (question === undefined) {
      // An answer to something given up is late, not odd.
      const late = typeof id === 'number' && id <= this.#lastId && id > 0;
      const what = message.kind === 'error' ? `the error "${message.error.message}"` : 'an answer';
      if (!late) this.#options.onOddity(`${what} came for id ${JSON.stringify(id)}, which nobody asked`);
    } else if (message.kind === 'error') question.reject(message.error);
    else question.resolve(message.result);
  }

  #reply(id: Id, method: string, result: unknown, asked: object): void {
    try {
      this.#send(keepNumbers(asked, { jsonrpc: '2.0', id, result: result === undefined ? {} : result }));
    } catch (error) {
      this.#refuse(id, this.#asRpcError(error, method), asked);
    }
  }

  #refuse(id: Id | null, { code, message, data }: RpcError, asked: object = {}): void {
    const error = { code, message, ...(data === undefined ? {} : { data }) };
    this.#send(keepNumbers(asked, { jsonrpc: '2.0', id, error }));
  }

  #asRpcError(error: unknown, method: string): RpcError {
    if (error instanceof RpcError) return error;
    const [message, stack] = [reasonOf(error), traceOf(error)];
    this.#options.onOddity(`fault while answering ${method}: ${stack}`);
    return new RpcError(CODES.fault, `fault of amplifier-hooks while answering ${method}: ${message}`);
  }

  #send(message: unknown): void {
    const { output, input } = this.#options;
    const line = `${writeExactly(message)}\n`;
    if (!output.writable) return;
    // A host may send much before it reads anything, so reading goes on for a while, but not for ever.
    if (!output.write(line) && output.writableLength > this.#maxUnread) input.pause();
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const question of [...this.#questions.values()]) question.reject(gone());
    this.#end();
  }
}

const TOGETHER = 'several messages stand on this line: send one message a line';

const tooLong = (limit: number): string => `this line is longer than ${limit} bytes and was not read`;

const gone = (): RpcError => new RpcError(CODES.ending, 'the other side is gone');

function cancelled(signal?: AbortSignal): RpcError {
  const reason: unknown = signal?.reason;
  return new RpcError(CODES.cancelled, `cancelled${typeof reason === 'string' ? `: ${reason}` : ''}`);
}
