// A Python that has started once and is forked for every event: its process, and what it is told and says.
import { closeSync, readSync, unlinkSync, writeSync } from 'node:fs';
import type { ChannelSupply, Named } from '../channels.js';
import { killNow } from '../ending.js';
import { AtGate, type Start } from './at-gate.js';
import { endOf, Forked } from './forked.js';
import type { Standing } from './gate.js';

/** `starting`: not at the gate yet; `waiting`: it can be asked; `retired`: it tells of who still runs; `gone`. */
type State = 'starting' | 'waiting' | 'retired' | 'gone';

const SAYS = /^(?:(!) (\d+) (\d+)|(=) (\d+) (\d+) (\d+) (\d+))$/;

export class ForkServer implements Standing {
  readonly serves = 'often';
  readonly kind = 'fork';
  words = '';
  refusal: string | null = null;
  readonly ready: Promise<boolean>;
  readonly #start: Start;
  readonly #channels: ChannelSupply;
  readonly #at: AtGate;
  readonly #begun = performance.now();
  /** Who was asked for, and has not ended. */
  readonly #going = new Map<string, Forked>();
  #count = 0;
  #state: State = 'starting';
  #bootMs: number | null = null;
  /** For the next event, made while nobody waits. */
  #next: Named | null = null;
  /** Somebody was asked for, and taken back: he may not have heard of it. */
  #isOwed = false;
  #onReady: (isReady: boolean) => void = ignore;
  readonly #onGone: (() => void)[] = [];

  /** Throws where the system does not start it; the streams are the caller's then. */
  constructor(start: Start, channels: ChannelSupply) {
    this.#start = start;
    this.#channels = channels;
    this.#at = new AtGate(start, {
      line: (text) => this.#onLine(text),
      closed: () => this.#leave(),
      ended: () => this.#onEnded(),
      babbled: () => this.kill(),
    });
    this.ready = new Promise((resolve) => {
      this.#onReady = resolve;
    });
  }

  /** With that of the child that waits, who has copied nearly all of it. */
  get memory(): number {
    return 2 * this.#at.memory;
  }

  call(stdin: Uint8Array, opening: readonly string[], newMark: () => string): Forked | null {
    const mark = newMark();
    const streams = this.#next ?? this.#channels.named();
    this.#next = null;
    if (this.#state !== 'waiting' || streams === null || mark.length !== this.#start.mark.length) {
      this.#next = streams;
      return null;
    }
    const { writer, name } = streams.stdin;
    const told = [name, streams.stdout.name, streams.stderr.name, mark, ...opening];
    try {
      for (let at = 0; at < stdin.length; ) at += writeSync(writer, stdin, at);
    } catch {
      closeNamed(streams);
      return null;
    }
    this.#count += 1;
    const number = String(this.#count);
    this.#at.say(`${[number, ...told].join('\0')}\n`);
    closeSync(writer);
    const forked = new Forked({
      streams,
      mark,
      cwd: this.#start.cwd,
      bootMs: this.#bootMs,
      released: () => this.#hold(),
      revoked: (isStuck) => this.#revoked(number, isStuck),
    });
    this.#going.set(number, forked);
    this.#hold();
    return forked;
  }

  whenGone(tell: () => void): void {
    this.#onGone.push(tell);
  }

  /** No more events; it stays for as long as somebody runs of whom it has to tell. */
  dismiss(): void {
    if (this.#state === 'gone') return;
    if (this.#going.size === 0) this.kill();
    else this.#state = 'retired';
  }

  /** The same at once, where nobody waits for an answer any more. */
  end(): void {
    this.#isOwed = this.#owes;
    this.#going.clear();
    this.kill();
  }

  /** Whether somebody may stand at the gate whose number nobody here knows. */
  get #owes(): boolean {
    return this.#isOwed || [...this.#going.values()].some(({ pid }) => pid === 0);
  }

  /** At once, with all who have not passed the gate. */
  kill(): void {
    if (this.#state === 'gone') return;
    const { pid, hasEnded: reaped } = this.#at;
    if (this.#owes) killNow([{ pid, mark: this.#start.mark, reaped, gone: ignore }]);
    else this.#at.signal('SIGKILL');
    this.#leave();
  }

  #revoked(number: string, isStuck: boolean): void {
    this.#isOwed = true;
    this.#going.delete(number);
    this.#hold();
    if (isStuck) this.dismiss();
  }

  /** Killed by somebody. Who is at the gate may still pass, but nobody will tell of his end. */
  #onEnded(): void {
    if (this.#state === 'gone') return;
    this.#isOwed = true;
    this.#state = 'retired';
    for (const [number, forked] of [...this.#going]) if (forked.pid !== 0) this.#lose(number, forked);
  }

  #lose(number: string, forked: Forked): void {
    this.#going.delete(number);
    forked.lost();
    this.#hold();
  }

  #onLine(line: string): void {
    if (this.#state === 'starting') {
      this.#arrive(line);
      return;
    }
    const [, passes, who = '', pid, ends, whose = '', number, how, status] = SAYS.exec(line) ?? [];
    if (passes !== undefined) this.#passed(who, Number(pid));
    else if (ends !== undefined) this.#ended(whose, Number(number), Number(how), Number(status));
    else this.kill();
  }

  #passed(number: string, pid: number): void {
    const forked = this.#going.get(number);
    forked?.passed(pid);
    if (forked !== undefined && this.#at.hasEnded) this.#lose(number, forked);
  }

  #arrive(line: string): void {
    const { stdout, stderr } = this.#start.streams;
    if (line.startsWith('!')) this.refusal = line.slice(1);
    else if (!isSilent(stdout.reader) || !isSilent(stderr.reader))
      this.refusal = 'the interpreter prints something when it starts';
    if (this.refusal !== null) {
      this.kill();
      return;
    }
    this.words = line;
    this.#bootMs = performance.now() - this.#begun;
    this.#state = 'waiting';
    this.#next = this.#channels.named();
    this.#onReady(true);
  }

  #ended(number: string, pid: number, how: number, status: number): void {
    const forked = this.#going.get(number);
    this.#going.delete(number);
    forked?.ended(...endOf(how, status));
    // Until now the number of the process was nobody else's.
    if (pid !== 0) this.#at.say(`-\0${pid}\n`);
    this.#hold();
    if (this.#state === 'retired' && this.#going.size === 0) setImmediate(() => this.kill());
    else if (this.#state === 'waiting') setImmediate(this.#prepare);
  }

  readonly #prepare = (): void => {
    if (this.#state === 'waiting') this.#next ??= this.#channels.named();
  };

  #leave(): void {
    if (this.#state === 'gone') return;
    this.#state = 'gone';
    this.#at.leave();
    const { stdin, stdout, stderr } = this.#start.streams;
    for (const fd of [stdin.writer, stdout.reader, stderr.reader]) closeSync(fd);
    if (this.#next !== null) closeNamed(this.#next);
    this.#next = null;
    for (const forked of this.#going.values()) forked.lost();
    this.#going.clear();
    this.#onReady(false);
    for (const tell of this.#onGone) tell();
  }

  #hold(): void {
    this.#at.hold([...this.#going.values()].some(({ isAwaited }) => isAwaited));
  }
}

/** Whether nothing was written to a pipe, of which this is the end without waiting. */
function isSilent(reader: number): boolean {
  try {
    return readSync(reader, Buffer.alloc(1)) === 0;
  } catch {
    return true;
  }
}

/** Nobody opens them any more. */
function closeNamed({ stdin, stdout, stderr }: Named): void {
  closeSync(stdin.writer);
  for (const { reader, writer } of [stdout, stderr]) {
    closeSync(reader);
    closeSync(writer);
  }
  for (const { name } of [stdin, stdout, stderr]) {
    try {
      unlinkSync(name);
    } catch {
      // Somebody cleaned up before us.
    }
  }
}

const ignore = (): void => undefined;
