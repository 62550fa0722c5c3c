// The sidecar: answers a host's requests, for any number of sessions.
import type { Readable, Writable } from 'node:stream';
import type { Diagnostic, Model, Severity } from '../../nouns.js';
import { redactText } from '../../text/index.js';
import type { Infer } from '../../text/shapes/index.js';
import type { conversations } from './converse.js';
import { Engines, type Lease, type MakeEngine } from './engines.js';
import { hostModel } from './host-model.js';
import { type Answer, LiveSession } from './live-session.js';
import {
  type Capabilities,
  type Initialize,
  type Open,
  readEvent,
  readInitialize,
  readLoanEnded,
  readOpen,
  readPassed,
  readRan,
  readSession,
  readUnused,
} from './params.js';
import { type Call, type Handler, Peer } from './peer.js';
import { hostAsk, hostPort } from './port.js';
import { type HOST_REQUESTS, PROTOCOL_VERSIONS, type SIDECAR_NOTIFICATIONS } from './protocol.js';
import { type Asker, Questions } from './questions.js';
import { CODES, RpcError } from './rpc-error.js';

/** What running hooks takes; loaded when the first session opens or is sure to, so that a host that has none waits for nothing. */
export interface Workshop {
  readonly makeEngine: MakeEngine;
  readonly conversations: typeof conversations;
}

export interface ServerOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly name: string;
  readonly version: string;
  /** The version of Node.js, for hosts that must know whether it is new enough. */
  readonly node?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly load: () => Promise<Workshop>;
  /** What an event gets on top of the largest time limit of a hook; default 30 s. */
  readonly graceMs?: number;
  readonly maxLineBytes?: number;
}

interface Opened {
  readonly live: LiveSession;
  readonly lease: Lease;
  readonly asker: Asker;
}

interface Ready {
  readonly about: Initialize;
  readonly workshop: () => Promise<{ engines: Engines; converse: ReturnType<typeof conversations> }>;
}

const GRACE_MS = 30_000;

export class Server {
  /** Resolves when the host is gone or wants an end. */
  readonly ended: Promise<void>;
  readonly #options: ServerOptions;
  readonly #peer: Peer;
  /** In the map from the moment the request arrives, so that an event may follow at once. */
  readonly #sessions = new Map<string, Promise<Opened>>();
  /** What the host of each session can do. */
  readonly #offers = new Map<string, Capabilities>();
  /** The session of a person that each belongs to. */
  readonly #roots = new Map<string, string>();
  readonly #questions = new Questions((message) => this.log('warning', message));
  readonly #endings = new Set<Promise<void>>();
  #ready: Ready | null = null;
  #isEnding = false;

  constructor(options: ServerOptions) {
    this.#options = options;
    let shutDown: () => void = () => undefined;
    const wished = new Promise<void>((resolve) => {
      shutDown = resolve;
    });
    const requests: Readonly<Record<keyof typeof HOST_REQUESTS, Handler>> = {
      initialize: (params) => this.#initialize(params),
      'session/open': (params) => this.#open(params),
      event: (params, call) => this.#event(params, call),
      'session/close': (params) => this.#close(readSession(params)),
      'loan/ended': (params) => this.#loanEnded(params),
      ping: () => ({}),
      shutdown: async () => {
        await this.close();
        // The answer is written before whoever waits for the end hears of it.
        setImmediate(shutDown);
      },
    };
    this.#peer = new Peer({
      input: options.input,
      output: options.output,
      requests,
      notifications: {
        passed: (params) => this.#passed(params),
        ran: (params) => this.#ran(params),
        unused: (params) => this.#unused(params),
      },
      onOddity: (message) => this.log('warning', message),
      ...(options.maxLineBytes === undefined ? {} : { maxLineBytes: options.maxLineBytes }),
    });
    this.ended = Promise.race([this.#peer.ended, wished]);
  }

  /** For the host's log. */
  log(level: Severity, message: string): void {
    // Hosts keep their logs.
    const params: Infer<typeof SIDECAR_NOTIFICATIONS.log> = { level, message: redactText(message) };
    this.#peer.notify('log', params);
  }

  /** Ends every hook and closes every session. */
  async close(): Promise<void> {
    this.#isEnding = true;
    for (const session of this.#sessions.keys()) void this.#end(session);
    await Promise.all(this.#endings);
  }

  /** Resolves when everything said so far has left this process. */
  flushed(): Promise<void> {
    return this.#peer.flushed();
  }

  #initialize(params: unknown): Infer<typeof HOST_REQUESTS.initialize.result> {
    if (this.#ready !== null) throw new RpcError(CODES.initializedAlready, 'initialize comes once');
    const about = readInitialize(params);
    const protocol = PROTOCOL_VERSIONS.find((version) => about.protocol.includes(version));
    const { name, version, node, load } = this.#options;
    if (protocol === undefined) {
      const [ours, theirs] = [PROTOCOL_VERSIONS.join(', '), about.protocol.join(', ') || 'none'];
      throw new RpcError(
        CODES.noCommonVersion,
        `no common version of the protocol: ${about.host.name} ${about.host.version} speaks ${theirs}, ${name} ${version} speaks ${ours}; update the older one`,
        { host: about.protocol, sidecar: PROTOCOL_VERSIONS },
      );
    }
    this.#warnOfUnknown(about);
    const workshop = once(async () => this.#furnish(await load(), about));
    this.#ready = { about, workshop };
    // After the answer; whoever opens a session hears of a fault.
    if (about.prepare) setImmediate(() => workshop().catch(() => undefined));
    return { protocol, name, version, ...(node === undefined ? {} : { node }) };
  }

  #furnish({ makeEngine, conversations: all }: Workshop, { format }: Initialize) {
    const engines = new Engines(makeEngine, {
      onDiagnostic: (diagnostic) => this.log(diagnostic.severity, inWords(diagnostic)),
      model: (session) => this.#modelFor(session),
    });
    return { engines, converse: all(format) };
  }

  /** Hooks of a sub-session speak for its root, which need not be open here; every session has the same host. */
  #modelFor(session: string): Model | null {
    const known = this.#offers.has(session);
    const by = known ? session : [...this.#offers].find(([, { complete }]) => complete)?.[0];
    return by !== undefined && this.#offers.get(by)?.complete === true ? hostModel(by, this.#peer) : null;
  }

  async #open(params: unknown): Promise<Infer<(typeof HOST_REQUESTS)['session/open']['result']>> {
    const ready = this.#whenReady();
    const wish = readOpen(params);
    if (this.#sessions.has(wish.session))
      throw new RpcError(CODES.sessionExists, `session "${wish.session}" is open already`);
    this.#warnOfUnknown(wish);
    const root = wish.parent === null ? wish.session : (this.#roots.get(wish.parent) ?? wish.parent);
    this.#roots.set(wish.session, root);
    const opening = this.#connect(ready, wish, root);
    this.#sessions.set(wish.session, opening);
    this.#offers.set(wish.session, wish.capabilities ?? ready.about.capabilities);
    try {
      return (await opening).live.interest();
    } catch (error) {
      if (this.#sessions.get(wish.session) === opening) this.#forget(wish.session);
      throw error;
    }
  }

  async #connect({ about, workshop }: Ready, wish: Open, root: string): Promise<Opened> {
    const { session } = wish;
    const { engines, converse } = await workshop();
    const settings = wish.settings ?? about.settings;
    const capabilities = wish.capabilities ?? about.capabilities;
    const lease = engines.lease(wish.cwd, settings, () => live.tellInterest());
    const port = hostPort(session, this.#peer, capabilities, (message) => this.log('warning', message));
    const conversation = converse(lease.engine, { ...wish, settings, capabilities }, port);
    const { approval, place } = lease;
    const ask = capabilities.approve ? hostAsk(session, this.#peer) : null;
    const asker: Asker = { root, place, approval, ask };
    this.#questions.join(asker);
    const live = new LiveSession({
      engine: lease.engine,
      conversation,
      env: this.#options.env,
      graceMs: this.#options.graceMs ?? GRACE_MS,
      onInterest: (interest) => {
        const told: Infer<typeof SIDECAR_NOTIFICATIONS.interest> = { session, ...interest };
        this.#peer.notify('interest', told);
      },
      settle: (moment, signal) => this.#questions.settle(asker, moment, signal),
    });
    return { live, lease, asker };
  }

  async #event(params: unknown, call: Call): Promise<Answer> {
    const { about } = this.#whenReady();
    const event = readEvent(params, about.format);
    const opened = await this.#session(event.session);
    return opened.live.handle(event, call);
  }

  async #passed(params: unknown): Promise<void> {
    const { session, tools } = readPassed(params);
    // One that has ended meanwhile has no journal any more.
    (await this.#live(session))?.passed(tools);
  }

  async #ran(params: unknown): Promise<void> {
    const event = readRan(params);
    await (await this.#live(event.session))?.ran(event);
  }

  async #unused(params: unknown): Promise<void> {
    const { session, loans, failed } = readUnused(params);
    (await this.#live(session))?.lending?.unused(loans, failed);
  }

  async #loanEnded(params: unknown): Promise<object> {
    const { session, loan, code, signal } = readLoanEnded(params);
    (await this.#live(session))?.lending?.ended(loan, { code, signal });
    return {};
  }

  /** `null`: it is not open, or not any more. */
  async #live(session: string): Promise<LiveSession | null> {
    return (await this.#sessions.get(session)?.catch(() => null))?.live ?? null;
  }

  async #close(session: string): Promise<void> {
    this.#whenReady();
    await this.#session(session);
    await this.#end(session);
  }

  #session(session: string): Promise<Opened> {
    const opened = this.#sessions.get(session);
    if (opened !== undefined) return opened;
    throw new RpcError(
      CODES.unknownSession,
      `session "${session}" is not open; session/open opens it, session/close ended it`,
    );
  }

  #end(session: string): Promise<void> {
    const opening = this.#sessions.get(session);
    this.#forget(session);
    const ending = this.#leave(opening).finally(() => this.#endings.delete(ending));
    this.#endings.add(ending);
    return ending;
  }

  #forget(session: string): void {
    this.#sessions.delete(session);
    this.#offers.delete(session);
    this.#roots.delete(session);
  }

  async #leave(opening: Promise<Opened> | undefined): Promise<void> {
    const opened = await opening?.catch(() => null);
    if (opened === undefined || opened === null) return;
    await opened.live.close();
    this.#questions.leave(opened.asker);
    await opened.lease.release();
  }

  #whenReady(): Ready {
    if (this.#isEnding) throw new RpcError(CODES.ending, 'the sidecar is shutting down');
    if (this.#ready === null) throw new RpcError(CODES.notInitialized, 'initialize comes first');
    return this.#ready;
  }

  #warnOfUnknown({ unknownSettings }: Initialize | Open): void {
    for (const name of unknownSettings) this.log('warning', `unknown setting config.${name}`);
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

function inWords({ message, file, line, hint }: Diagnostic): string {
  const place = file === null ? '' : ` (${file}${line === null ? '' : `:${line}`})`;
  return `${message}${place}${hint === null ? '' : ` ${hint}`}`;
}
