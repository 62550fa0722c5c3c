// One open session: its events on their way, their deadlines, and what the host was told to send.
import type { Engine } from '../../engine/index.js';
import { timeoutFor } from '../../engine/index.js';
import type { Generation } from '../../nouns.js';
import { profile } from '../../profiles.js';
import type { Infer } from '../../text/shapes/index.js';
import type { LoanEnd } from '../amplifier/index.js';
import type { Event, Ran } from './params.js';
import type { Call } from './peer.js';
import type { HOST_REQUESTS } from './protocol.js';
import { CODES, RpcError } from './rpc-error.js';

export type Answer = Infer<typeof HOST_REQUESTS.event.result>;
export type Interest = Infer<(typeof HOST_REQUESTS)['session/open']['result']>;

/** A session in the words of its host. Lists that are as they were are the same lists, so that nobody has to compare them. */
export interface Conversation {
  events(): readonly string[];
  /** Tools whose calls need not be sent. */
  passing?(): readonly string[];
  /** Whether hooks judge tool calls. */
  judged?(): boolean;
  /** So many calls of these tools were not sent. */
  passed?(tools: Readonly<Record<string, number>>): void;
  /** What a question about hooks means for an event; `null`: nothing. */
  moment(event: Event): Moment | null;
  handle(event: Event, signal: AbortSignal): Promise<Answer>;
  /** Hooks that the host runs itself; left out: it runs none. */
  readonly lending?: LendingSession;
  close(): Promise<void>;
}

/** What a host tells of processes that were lent to it. */
export interface LendingSession {
  /** The hook of an event had nothing to say, and the host went on. */
  ran(event: Ran): Promise<void>;
  ended(loan: number, end: LoanEnd): void;
  unused(loans: readonly number[], failed: boolean): void;
  /** Nobody judges what was let through for an event: it is ended. */
  unjudged(event: Event): void;
  /** Takes back what may not be used any more. */
  recall(): void;
}

/** `asks`: the user is there and may be asked; `waits`: it is judged by what the user answers, if they are being asked. */
export type Moment = 'asks' | 'waits';

export interface LiveOptions {
  readonly engine: Engine;
  readonly conversation: Conversation;
  readonly env: Readonly<Record<string, string>>;
  /** On top of the largest time limit of a hook. */
  readonly graceMs: number;
  readonly onInterest: (interest: Interest) => void;
  /** Asks the user what has to be asked first, and takes as long as they do. Never rejects. */
  readonly settle: (moment: Moment, signal: AbortSignal) => Promise<void>;
}

const NONE: readonly string[] = [];

/** Hooks that are told to end have this long before they are no longer waited for. */
const ENDING_MS = 5000;
/** Timers know no longer time. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class LiveSession {
  readonly #options: LiveOptions;
  readonly #running = new Set<Call>();
  #told: string;
  /** What the host was told is made from these. */
  #from: readonly unknown[] = [];

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#told = '';
    this.interest();
  }

  /** What is worth sending, as the host knows it from now on. */
  interest(): Interest {
    const { conversation } = this.#options;
    const [events, passing] = [conversation.events(), conversation.passing?.() ?? NONE];
    const judged = conversation.judged?.() === true;
    const interest = {
      events: [...events],
      ...(passing.length === 0 ? {} : { passing: [...passing] }),
      ...(judged ? { judged: true } : {}),
    };
    this.#from = [events, passing, judged];
    this.#told = JSON.stringify(interest);
    return interest;
  }

  /** Asked after every event. */
  #isAsTold(): boolean {
    const { conversation } = this.#options;
    const [events, passing, judged] = this.#from;
    return (
      conversation.events() === events &&
      (conversation.passing?.() ?? NONE) === passing &&
      (conversation.judged?.() === true) === judged
    );
  }

  /** So many calls of these tools were not sent. */
  passed(tools: Readonly<Record<string, number>>): void {
    this.#options.conversation.passed?.(tools);
  }

  get lending(): LendingSession | null {
    return this.#options.conversation.lending ?? null;
  }

  /** The host answered an event itself; nobody waits for what comes of it here. */
  async ran(event: Ran): Promise<void> {
    await this.lending?.ran(event);
    this.tellInterest();
  }

  /** Tells the host if something else is worth sending than it knows. */
  tellInterest(): void {
    this.lending?.recall();
    if (this.#isAsTold()) return;
    const before = this.#told;
    const interest = this.interest();
    if (this.#told !== before) this.#options.onInterest(interest);
  }

  /** Rejects with an `RpcError` when there is no decision. */
  async handle(event: Event, call: Call): Promise<Answer> {
    const { signal } = call;
    this.#running.add(call);
    try {
      const { conversation, settle } = this.#options;
      const moment = conversation.moment(event);
      if (moment !== null) await settle(moment, signal);
      if (signal.aborted) {
        this.lending?.unjudged(event);
        throw cancelled(signal);
      }
      const answer = await this.#inTime(call, conversation.handle(event, signal));
      if (signal.aborted) throw cancelled(signal);
      return answer;
    } finally {
      this.#running.delete(call);
      // Before the answer is sent, so that the host knows what to send next when it goes on.
      this.tellInterest();
    }
  }

  /** Cancels the events that are not answered yet. */
  async close(): Promise<void> {
    for (const call of this.#running) call.giveUp('the session was closed');
    await this.#options.conversation.close();
  }

  #inTime(call: Call, answer: Promise<Answer>): Promise<Answer> {
    const { engine, env, graceMs } = this.#options;
    const limit = Math.min(longestHookMs(engine.generation, env) + graceMs, LONGEST_TIMER_MS);
    return new Promise((resolve, reject) => {
      const overdue = (): void => {
        reject(new RpcError(CODES.deadline, overdueMessage(limit)));
        call.giveUp('the event took too long');
      };
      let timer = setTimeout(overdue, limit);
      call.onGivenUp = () => {
        clearTimeout(timer);
        timer = setTimeout(() => reject(cancelled(call.signal)), ENDING_MS);
      };
      const letGo = (): void => {
        call.onGivenUp = null;
        clearTimeout(timer);
      };
      // Behind the answer, which somebody waits for.
      answer.then(resolve, reject).finally(() => setImmediate(letGo));
    });
  }
}

const overdueMessage = (limit: number): string =>
  `no decision after ${limit} ms, although every hook has a shorter time limit; the event is given up`;

function cancelled({ reason }: AbortSignal): RpcError {
  return new RpcError(CODES.cancelled, `cancelled${typeof reason === 'string' ? `: ${reason}` : ''}`);
}

const longest = new WeakMap<Generation, number>();

/** The largest time limit of any hook that is waited for, in milliseconds. */
export function longestHookMs(generation: Generation, env: Readonly<Record<string, string>>): number {
  const known = longest.get(generation);
  if (known !== undefined) return known;
  const rules = profile(generation.profile);
  const limits = generation.hooks
    .filter(({ handler }) => handler.type !== 'command' || handler.background === 'no')
    .map((hook) => timeoutFor(hook, generation, rules, env) ?? 0);
  const found = Math.max(0, ...limits);
  longest.set(generation, found);
  return found;
}
