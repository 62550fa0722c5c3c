// One connection to the resident engine, from the greeting to the exit code.
import type { Socket } from 'node:net';
import { type Answer, answer } from './answer.js';
import type { Commands } from './commands.js';
import type { Door } from './door.js';
import { SIGN_MS, WELCOME_MS } from './protocol.js';
import { type Request, RequestReader } from './request.js';

/** What the engine decides about a visitor. */
export interface House {
  readonly door: Pick<Door, 'hello' | 'key'>;
  readonly commands: Commands;
  /** Whether it may be answered here. */
  mayAnswer(request: Request): boolean;
  /** Somebody was told the greeting who does not know the answer to it. */
  onStranger(): void;
}

const SIGNALS: Readonly<Record<string, number>> = { HUP: 129, INT: 130, TERM: 143 };

export class Visit {
  readonly #socket: Socket;
  readonly #house: House;
  readonly #reader: RequestReader;
  readonly #gone = new AbortController();
  readonly #welcome: NodeJS.Timeout;
  #signs: NodeJS.Timeout | null = null;
  #held: Buffer[] = [];
  #isHeld = true;
  #answer: Answer | null = null;
  #isAnswered = false;
  /** The exit code by the signal that the caller got. */
  #signalled: number | null = null;

  /** Resolves when nothing runs for it any more. */
  readonly ended: Promise<void>;
  #end: () => void = () => undefined;

  constructor(socket: Socket, house: House) {
    this.#socket = socket;
    this.#house = house;
    this.#reader = new RequestReader(house.door.key);
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#welcome = setTimeout(() => socket.destroy(), WELCOME_MS);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#left());
    socket.on('data', (chunk) => this.#heard(chunk));
    this.#say(house.door.hello);
  }

  /** Something was thrown where nobody caught it, and the engine ends: the caller is told what it would be told otherwise. */
  fail(error: unknown): void {
    if (this.#answer !== null) this.#close(this.#answer.fail(error));
  }

  #heard(chunk: Buffer): void {
    if (this.#answer !== null) {
      this.#signal(chunk.toString('latin1'));
      return;
    }
    const progress = this.#reader.push(chunk);
    if (progress.kind === 'whole') {
      clearTimeout(this.#welcome);
      this.#start(progress.request);
      return;
    }
    if (progress.kind === 'refused') this.#socket.destroy();
    if (progress.kind === 'block') this.#say('+');
    // Who is known may take longer, but not for ever.
    if (this.#reader.isKnown) this.#welcome.refresh();
  }

  #start(request: Request): void {
    const made = this.#begin(request);
    if (made === null) {
      this.#decline();
      return;
    }
    this.#answer = made;
    this.#say('A');
    this.#signs = setInterval(() => this.#say('.'), SIGN_MS);
    void made.ended.then((code) => this.#close(code));
  }

  /** `null`: it cannot be answered here. */
  #begin(request: Request): Answer | null {
    if (!this.#house.mayAnswer(request)) return null;
    return answer(request, {
      begun: () => this.#say('S'),
      out: (kind, bytes) => this.#out(kind, bytes),
      answered: (code) => {
        this.#isAnswered = true;
        this.#release();
        this.#say(`D ${this.#signalled ?? code}`);
      },
      commands: (settled) => this.#house.commands.lend(settled),
      signal: this.#gone.signal,
    });
  }

  /** A process of its own has to answer. */
  #decline(): void {
    this.#say('C');
    this.#socket.end();
    this.#end();
  }

  /** Until the answer stands, nothing of it is told: a caller that loses the engine could not take it back. */
  #out(kind: 'O' | 'E', bytes: Buffer): void {
    // Bash holds no NUL, and neither JSON nor what people are shown has one.
    const clean = bytes.includes(0) ? Buffer.from(bytes.filter((byte) => byte !== 0)) : bytes;
    if (clean.length === 0) return;
    this.#held.push(Buffer.from(`${kind} ${clean.length}\n`), clean);
    if (!this.#isHeld) this.#release();
  }

  #release(): void {
    this.#isHeld = false;
    const all = Buffer.concat(this.#held);
    this.#held = [];
    if (all.length > 0 && this.#socket.writable) this.#socket.write(all);
  }

  #say(line: string): void {
    if (this.#socket.writable) this.#socket.write(`${line}\n`, 'latin1');
  }

  #signal(text: string): void {
    const [name = ''] = text.split('\n');
    const code = SIGNALS[name];
    if (code === undefined || this.#signalled !== null) return;
    this.#signalled = code;
    this.#gone.abort(`amplifier-hooks was ended by SIG${name}`);
  }

  #close(code: number): void {
    this.#release();
    this.#say(`X ${this.#signalled ?? code}`);
    this.#socket.end();
    if (this.#signs !== null) clearInterval(this.#signs);
    this.#end();
  }

  /** Hooks end with who asked for them, except those that nobody waits for. */
  #left(): void {
    clearTimeout(this.#welcome);
    if (this.#signs !== null) clearInterval(this.#signs);
    if (!this.#reader.isKnown) this.#house.onStranger();
    if (!this.#isAnswered) this.#gone.abort('the caller of amplifier-hooks is gone');
    if (this.#answer === null) this.#end();
  }
}
