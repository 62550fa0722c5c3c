// A process at its gate that somebody else starts, watches over and lets through: the host, which answers at once where a hook has
// nothing to say. What comes of every run is read and judged here.
import { EventEmitter } from 'node:events';
import { closeSync, unlinkSync } from 'node:fs';
import { listProcesses, signalProcess } from '../../../machine/processes/index.js';
import type { HookId, Loan, Recipe } from '../../../nouns.js';
import type { Pipes } from '../channels.js';
import { killNow } from '../ending.js';
import { outsideGroup } from '../processes.js';
import { endOf } from './forked.js';
import type { Ready, Relayed, WarmKind } from './gate.js';

interface Made {
  readonly hook: HookId;
  readonly kind: WarmKind;
  readonly mark: string;
  readonly recipe: Recipe;
  readonly pipes: Pipes;
}

/** `lent`: nobody was let through; `called`: it runs; `judged`: somebody here waits for it; `over`: nobody does any more. */
type State = 'lent' | 'called' | 'judged' | 'over';

const KILLED = 2;
/** The number of no process. */
const NOBODY = -1;
const LOST = 'the host that started this hook could not say how it ended';

export class Lent extends EventEmitter implements Ready, Relayed, Loan {
  readonly hook: HookId;
  readonly kind: WarmKind;
  readonly bootMs = null;
  readonly mark: string;
  readonly recipe: Recipe;
  pid = 0;
  agoMs = 0;
  onPid: ((pid: number) => void) | null = null;
  onLost: ((why: string) => void) | null = null;
  readonly #pipes: Pipes;
  #state: State = 'lent';
  #end: { readonly code: number | null; readonly signal: number | null } | null = null;

  constructor({ hook, kind, mark, recipe, pipes }: Made) {
    super();
    this.hook = hook;
    this.kind = kind;
    this.mark = mark;
    this.recipe = recipe;
    this.#pipes = pipes;
  }

  get process(): this {
    return this;
  }

  get relayed(): this {
    return this;
  }

  get cwd(): string {
    return this.recipe.cwd;
  }

  get output(): { readonly stdout: number; readonly stderr: number } {
    return { stdout: this.#pipes.stdout.reader, stderr: this.#pipes.stderr.reader };
  }

  called(pid: number, agoMs: number): void {
    if (this.#state !== 'lent') return;
    this.#state = 'called';
    this.pid = pid;
    this.agoMs = agoMs;
    this.#leavePipes();
  }

  ended(code: number | null, signal: number | null): void {
    if (this.#end !== null || this.#state === 'lent') return;
    this.#end = { code, signal };
    if (this.#state === 'judged') this.#tellEnd();
  }

  /** For who waits for its end from now on. `null`: it was not let through, or somebody has it. */
  taken(): this | null {
    if (this.#state !== 'called') return null;
    this.#state = 'judged';
    // Whoever takes it listens a moment later.
    if (this.#end !== null) setImmediate(() => this.#tellEnd());
    return this;
  }

  release(): void {
    if (this.#state === 'judged' || this.#state === 'over') return;
    if (this.#state === 'lent') this.#leavePipes();
    else killNow([{ pid: this.pid, mark: this.mark, reaped: this.#end !== null, gone: () => undefined }]);
    this.#state = 'over';
    for (const { reader } of [this.#pipes.stdout, this.#pipes.stderr]) closeSync(reader);
  }

  lost(): void {
    const isUnknown = this.#state === 'lent';
    this.release();
    if (!isUnknown) return;
    for (const one of outsideGroup(listProcesses(), NOBODY, this.mark)) signalProcess(one, 'SIGKILL');
  }

  /** The host says nothing of it that passed a gate before. */
  known(tell: (passed: boolean) => void): void {
    tell(true);
  }

  /** It runs. */
  revoke(): boolean {
    return false;
  }

  /** It is no child of this process, which ends whether it runs or not. */
  unref(): void {}

  #tellEnd(): void {
    const { code = null, signal = null } = this.#end ?? {};
    this.#state = 'over';
    if (code === null && signal === null) this.onLost?.(LOST);
    else if (code === null) this.emit('exit', ...endOf(KILLED, signal ?? 0));
    else this.emit('exit', code, null);
  }

  /** The host has opened them, or never will: our copies of its ends would keep them open. */
  #leavePipes(): void {
    for (const { writer, name } of [this.#pipes.stdout, this.#pipes.stderr]) {
      closeSync(writer);
      try {
        unlinkSync(name);
      } catch {
        // Somebody cleaned up before us.
      }
    }
  }
}
