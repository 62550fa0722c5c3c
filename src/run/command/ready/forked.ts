// The process of one hook that is forked by a server: from the order until its end is told.
import { EventEmitter } from 'node:events';
import { closeSync, unlinkSync } from 'node:fs';
import type { Named } from '../channels.js';
import { NO_GATE, type Ready, type Relayed } from './gate.js';
import { STUCK_MS } from './spare.js';

export interface Order {
  readonly streams: Named;
  readonly mark: string;
  readonly cwd: string;
  readonly bootMs: number | null;
  /** The host need not stay for it any more. */
  released(): void;
  /** The permission was taken back. `isStuck`: because it was not used in time. */
  revoked(isStuck: boolean): void;
}

const LOST = 'the Python that this hook was forked from was killed';

/** `called`: it may pass; `passed`: it runs; `revoked`: it never will; `over`: its end is known. */
type State = 'called' | 'passed' | 'revoked' | 'over';

export class Forked extends EventEmitter implements Ready, Relayed {
  readonly kind = 'fork';
  readonly mark: string;
  readonly cwd: string;
  readonly bootMs: number | null;
  pid = 0;
  isAwaited = true;
  onPid: ((pid: number) => void) | null = null;
  onLost: ((why: string) => void) | null = null;
  readonly agoMs = 0;
  readonly #order: Order;
  readonly #stuck: NodeJS.Timeout;
  #state: State = 'called';
  #hasPassed = false;

  constructor(order: Order) {
    super();
    this.#order = order;
    this.mark = order.mark;
    this.cwd = order.cwd;
    this.bootMs = order.bootMs;
    // Its server was stopped by somebody, or gets no time: the hook is started cold.
    this.#stuck = setTimeout(() => {
      if (this.#takeBack(true)) this.emit('exit', NO_GATE, null);
    }, STUCK_MS);
  }

  get process(): this {
    return this;
  }

  get relayed(): this {
    return this;
  }

  get output(): { readonly stdout: number; readonly stderr: number } {
    const { stdout, stderr } = this.#order.streams;
    return { stdout: stdout.reader, stderr: stderr.reader };
  }

  /** As long as nobody says so, the host stays for what its server tells of it. */
  unref(): void {
    this.isAwaited = false;
    this.#order.released();
  }

  known(tell: (passed: boolean) => void): void {
    tell(this.#hasPassed);
  }

  /** Whoever takes the name of its input away has it: without the name the child does not go on. */
  revoke(): boolean {
    return this.#takeBack(false);
  }

  #takeBack(isStuck: boolean): boolean {
    if (this.#state !== 'called') return false;
    try {
      unlinkSync(this.#order.streams.stdin.name);
    } catch {
      return false;
    }
    this.#state = 'revoked';
    this.#letGo();
    this.#order.revoked(isStuck);
    return true;
  }

  /** It says that it goes on. */
  passed(pid: number): void {
    if (this.#state !== 'called') return;
    this.#state = 'passed';
    this.#hasPassed = true;
    this.pid = pid;
    this.#letGo();
    this.onPid?.(pid);
  }

  /** Its server says how it ended. */
  ended(code: number | null, signal: NodeJS.Signals | null): void {
    const before = this.#state;
    this.#state = 'over';
    if (before === 'called') this.#letGo();
    if (before === 'called' || before === 'passed') this.emit('exit', code, signal);
  }

  /** Its server has ended, and said nothing of its end. Where it can still be taken back it has not begun. */
  lost(): void {
    if (this.#takeBack(false)) this.emit('exit', NO_GATE, null);
    if (this.#state === 'called') this.#letGo();
    if (this.#state !== 'called' && this.#state !== 'passed') return;
    this.#state = 'over';
    this.onLost?.(LOST);
  }

  /** The child has opened its streams, or never will: our copies of its ends would keep them open. */
  #letGo(): void {
    clearTimeout(this.#stuck);
    const { stdout, stderr } = this.#order.streams;
    for (const { writer, name } of [stdout, stderr]) {
      closeSync(writer);
      unlinkQuietly(name);
    }
  }
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Somebody cleaned up before us.
  }
}

/** The end of a process as `waitid` tells it. */
export function endOf(how: number, status: number): readonly [number | null, NodeJS.Signals | null] {
  const EXITED = 1;
  if (how === EXITED) return [status, null];
  const { signals } = process.getBuiltinModule('node:os').constants;
  const isMeant = (name: string): name is NodeJS.Signals =>
    Object.entries(signals).some(([known, number]) => known === name && number === status);
  return [null, Object.keys(signals).find(isMeant) ?? 'SIGKILL'];
}
