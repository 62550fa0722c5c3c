// Runs http hooks: the event is posted to an address, and the answer counts as the output of a command does.
import type { Outcome, Run, Runner, Task } from '../../nouns.js';
import type { Profile } from '../../profiles.js';
import { Aborts, abortReason } from '../command/aborts.js';
import { launchFailed } from '../command/launch.js';
import { type Connect, Connections, type Resolve } from './connections.js';
import { type Call, Exchange } from './exchange.js';
import { requestHeaders } from './headers.js';
import { permission } from './permission.js';

const DEFAULT_BODY_CAP = 8 * 1024 * 1024;
const CLOSED = 'the engine was closed';

export interface HttpRunnerOptions {
  readonly profile: Profile;
  /** Instead of the resolver of the system. */
  readonly resolve?: Resolve;
  /** Instead of connections of the system. */
  readonly connect?: Connect;
  /** Bytes read of an answer; a longer one is cut off and not used. */
  readonly bodyCap?: number;
}

/** A runner for hooks of type `http`. Proxies that the environment names are not used. */
export function createHttpRunner(options: HttpRunnerOptions): Runner {
  return new HttpRunner(options);
}

class HttpRunner implements Runner {
  readonly #profile: Profile;
  readonly #connections: Connections;
  readonly #bodyCap: number;
  readonly #aborts = new Aborts();
  readonly #live = new Set<Exchange>();
  #closed = false;

  constructor({ profile, resolve, connect, bodyCap = DEFAULT_BODY_CAP }: HttpRunnerOptions) {
    this.#profile = profile;
    this.#connections = new Connections(resolve, connect);
    this.#bodyCap = bodyCap;
  }

  run(task: Task): Promise<Run> {
    const { hook, signal } = task;
    const settled = (outcome: Outcome): Promise<Run> => Promise.resolve({ hook, outcome, durationMs: 0 });
    if (this.#closed) return settled({ kind: 'cancelled', why: CLOSED });
    if (signal?.aborted === true) return settled({ kind: 'cancelled', why: abortReason(signal) });
    const call = this.#plan(task);
    if ('kind' in call) return settled(call);
    return new Promise((resolve) => {
      const exchange = new Exchange(call, this.#aborts, (run) => {
        this.#live.delete(exchange);
        resolve(run);
      });
      this.#live.add(exchange);
      exchange.start();
    });
  }

  close(): Promise<void> {
    this.#closed = true;
    for (const exchange of [...this.#live]) exchange.cancel(CLOSED);
    this.#connections.close();
    return Promise.resolve();
  }

  /** What to send, or why nothing is sent. */
  #plan(task: Task): Call | Outcome {
    const { handler } = task.hook;
    if (handler.type !== 'http') {
      return { kind: 'refused', why: `a hook of type "${handler.type}" is not an http hook` };
    }
    const { voice } = task.hook;
    const profile = this.#profile;
    const permitted = permission(handler.url, voice, task.http, profile);
    if ('refused' in permitted) return { kind: 'refused', why: permitted.why };
    const { url, address, target, guarded } = permitted;
    const headers = requestHeaders(handler, url, { ...task, voice, profile });
    if (typeof headers === 'string') return launchFailed('other', address, `nothing was sent: ${headers}`);
    return {
      task,
      agent: this.#connections.agent(target, guarded),
      target,
      path: `${url.pathname}${url.search}`,
      headers,
      address,
      bodyCap: this.#bodyCap,
    };
  }
}
