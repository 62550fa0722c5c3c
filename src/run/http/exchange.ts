// One call of one http hook: a request, at most one answer, within one deadline.
import { type Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { Outcome, Run, Task } from '../../nouns.js';
import { codeOf, reasonOf } from '../../text/index.js';
import { type Aborts, abortReason } from '../command/aborts.js';
import { Capture } from '../command/capture.js';
import { Deadline } from '../command/deadline.js';
import { launchFailed } from '../command/launch.js';
import { errorOutcome, isFine, outcomeOf } from './answer.js';
import { dropIdle, Forbidden, type Target, type Wanted } from './connections.js';
import type { Headers } from './headers.js';

/** What to send and where. */
export interface Call {
  readonly task: Task;
  readonly agent: Agent;
  readonly target: Target;
  readonly path: string;
  readonly headers: Headers;
  /** Safe to show. */
  readonly address: string;
  readonly bodyCap: number;
}

const HEADER_CAP = 16 * 1024;
/** Of an answer that is an error only the beginning is of interest. */
const ERROR_BODY_CAP = 4096;

export class Exchange {
  readonly #call: Call;
  readonly #aborts: Aborts;
  readonly #settled: (run: Run) => void;
  readonly #start = performance.now();
  #deadline: Deadline | null = null;
  #request: ClientRequest | null = null;
  #reply: IncomingMessage | null = null;
  #body: Capture | null = null;
  #connected = false;
  #repeated = false;
  #over = false;

  constructor(call: Call, aborts: Aborts, settled: (run: Run) => void) {
    this.#call = call;
    this.#aborts = aborts;
    this.#settled = settled;
  }

  start(): void {
    const { timeoutMs, signal } = this.#call.task;
    if (timeoutMs !== null) this.#deadline = new Deadline(timeoutMs, () => this.#timeOut(timeoutMs));
    if (signal !== null) this.#aborts.watch(signal, this.#abort);
    this.#send();
  }

  cancel(why: string): void {
    this.#settle({ kind: 'cancelled', why });
  }

  readonly #abort = (): void => {
    const { signal } = this.#call.task;
    if (signal !== null) this.cancel(abortReason(signal));
  };

  #send(): void {
    const { agent, target, path, headers, address, task } = this.#call;
    const wanted: Wanted = {
      target,
      abandoned: () => this.#over,
      agent,
      host: target.host,
      port: target.port,
      method: 'POST',
      path,
      headers,
      setHost: false,
      maxHeaderSize: HEADER_CAP,
      insecureHTTPParser: false,
    };
    try {
      const sent = request(wanted);
      this.#request = sent;
      let received = 0;
      sent.once('socket', (socket) => {
        received = socket.bytesRead;
        this.#watch(socket, target);
      });
      sent.once('response', (reply) => this.#read(reply));
      sent.once('upgrade', (reply) => this.#settle(outcomeOf(replyOf(reply, null), address)));
      const fail = (error: Error): void => {
        if (sent !== this.#request || this.#over) return;
        if (this.#mayRepeat(sent, error, received)) this.#repeat();
        else this.#settle(this.#failure(error));
      };
      sent.on('error', fail);
      sent.once('close', () => fail(new Error('the connection was closed')));
      sent.end(task.stdin);
    } catch (error) {
      const why = reasonOf(error);
      this.#settle(launchFailed('other', address, `the request to ${address} cannot be made: ${why}`));
    }
  }

  #watch(socket: Socket, { secure }: Target): void {
    if (socket.connecting) {
      this.#connected = false;
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        this.#connected = true;
      });
    } else this.#connected = true;
  }

  /**
   * A kept connection that the other side has closed meanwhile shows only when it is used. The request is sent a second
   * time only if not one byte came back, and once.
   */
  #mayRepeat(sent: ClientRequest, error: Error, received: number): boolean {
    const code = codeOf(error);
    const closed = code === 'ECONNRESET' || code === 'EPIPE';
    return closed && sent.reusedSocket && !this.#repeated && (sent.socket?.bytesRead ?? 0) === received;
  }

  #repeat(): void {
    this.#repeated = true;
    // Where one is stale the others are too, and a stale one must not be tried again.
    dropIdle(this.#call.agent);
    this.#send();
  }

  #read(reply: IncomingMessage): void {
    const { address, bodyCap } = this.#call;
    const body = new Capture(isFine(reply.statusCode ?? 0) ? bodyCap : ERROR_BODY_CAP, null);
    this.#reply = reply;
    this.#body = body;
    reply.on('data', (bytes: Buffer) => {
      body.add(bytes);
      if (body.truncated) this.#settle(outcomeOf(replyOf(reply, body), address));
    });
    reply.on('error', (error) => this.#settle(this.#failure(error)));
    reply.once('end', () => {
      if (reply.complete) this.#settle(outcomeOf(replyOf(reply, body), address));
    });
  }

  #failure(error: Error): Outcome {
    if (error instanceof Forbidden) return { kind: 'refused', why: error.message };
    return errorOutcome(error, this.#connected, this.#call.address);
  }

  #timeOut(timeoutMs: number): void {
    const body = this.#body;
    const stdout = body?.text() ?? '';
    this.#settle({ kind: 'timedOut', timeoutMs, stdout, stderr: '', truncated: body?.truncated ?? false });
  }

  #settle(outcome: Outcome): void {
    if (this.#over) return;
    this.#over = true;
    const { task } = this.#call;
    this.#deadline?.cancel();
    if (task.signal !== null) this.#aborts.unwatch(task.signal, this.#abort);
    const sent = this.#request;
    // Only a connection on which everything was said both ways is fit for the next event.
    if (sent !== null && !(sent.writableFinished && this.#reply?.complete === true)) sent.destroy();
    this.#settled({ hook: task.hook, outcome, durationMs: performance.now() - this.#start });
  }
}

function replyOf({ statusCode, statusMessage, headers }: IncomingMessage, body: Capture | null) {
  return {
    status: statusCode ?? 0,
    statusText: statusMessage ?? '',
    headers,
    body: body?.text() ?? '',
    cut: body?.truncated ?? false,
  };
}
