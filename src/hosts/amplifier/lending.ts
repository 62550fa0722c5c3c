// Lends the host processes for the next calls of its tools: where one hook runs for a tool, whatever is in the call, the host lets it
// through itself and goes on at once if the hook has nothing to say. Every run is told of here, and judged as any other.
import { randomUUID } from 'node:crypto';
import type { EventData } from '../../kernel/index.js';
import type { Loan } from '../../nouns.js';
import type { Core } from './core.js';
import { gapped, MARKED_TIME, marked } from './gaps.js';
import { toolFields } from './payload.js';
import type { HostPort, LoanCall, LoanEnd } from './port.js';
import { callIn } from './tool-calls.js';
import { isShownAsOne, knownCalls } from './tool-names.js';

type Data = Readonly<EventData>;

/** The tools that were called last have one each. */
const MOST_TOOLS = 4;
/** Nothing is started while events come in: this long after the last one. */
const QUIET_MS = 8;
/** A host that could so often not start a process of a tool is lent none for it. */
const MOST_FAILURES = 3;
/** Clocks are changed, and machines sleep. */
const LONGEST_AGO_MS = 1000;

/** The hooks of a skill count as soon as it is called. */
const SKILL = 'Skill';

/** What all that is lent depends on. */
interface Basis {
  readonly generation: unknown;
  readonly exported: unknown;
  /** What hooks are told with every event. */
  readonly common: string;
}

interface Offered {
  readonly tool: string;
  /** Of the call that it was made after. */
  readonly data: Data;
  readonly loan: Loan;
}

export class Lending {
  readonly #core: Core;
  readonly #port: Required<Pick<HostPort, 'lend' | 'recall'>>;
  readonly #isAwaited: () => boolean;
  /** Tools that something is to be lent for, with their last call. */
  readonly #wanted = new Map<string, Data>();
  readonly #failures = new Map<string, number>();
  readonly #offers = new Map<number, Offered>();
  /** Taken back; the host may have let them through a moment before it heard of that. */
  readonly #recalled = new Map<number, Offered>();
  /** Let through, and not heard of since. */
  readonly #called = new Map<number, Loan>();
  /** Ends that were told before the calls they belong to. */
  readonly #early = new Map<number, LoanEnd>();
  #basis: Basis | null = null;
  #count = 0;
  #refill: NodeJS.Timeout | null = null;
  #making = false;
  #closed = false;

  /** @param isAwaited whether the next call of a tool has more to do than to ask hooks */
  constructor(core: Core, port: Required<Pick<HostPort, 'lend' | 'recall'>>, isAwaited: () => boolean) {
    this.#core = core;
    this.#port = port;
    this.#isAwaited = isAwaited;
  }

  /** A tool was called. */
  notice(native: string, data: Data): void {
    if (!isShownAsOne(native) || (this.#failures.get(native) ?? 0) >= MOST_FAILURES) return;
    if (!this.#isOffered(native)) this.#want(native, data);
  }

  /** Calls are large, and of those that wait only so many can be lent for. */
  #want(tool: string, data: Data): void {
    this.#wanted.delete(tool);
    this.#wanted.set(tool, data);
    if (this.#wanted.size > MOST_TOOLS) this.#wanted.delete(this.#wanted.keys().next().value ?? '');
  }

  #isOffered(native: string): boolean {
    return [...this.#offers.values()].some(({ tool }) => tool === native);
  }

  /** Takes back what does not hold any more. Asked after every event, and when hooks were edited. */
  check(): void {
    if (this.#closed) return;
    const [basis, isAwaited] = [this.#basisNow(), this.#isAwaited()];
    if (isAwaited || !isSame(this.#basis, basis))
      for (const { tool, data } of this.#recall([...this.#offers.keys()])) this.#want(tool, data);
    this.#basis = basis;
    if (this.#refill !== null) clearTimeout(this.#refill);
    const isDue = !isAwaited && this.#wanted.size > 0;
    this.#refill = isDue ? setTimeout(this.#onQuiet, QUIET_MS).unref() : null;
  }

  /** Whether it was lent, and nobody has told what became of it. */
  knows({ loan }: Pick<LoanCall, 'loan'>): boolean {
    return this.#offers.has(loan) || this.#recalled.has(loan);
  }

  /** The host let one through. `null`: it is not known, and the event has to be answered without it. */
  called({ loan: number, pid, ago, end }: LoanCall): Loan | null {
    const found = this.#offers.get(number) ?? this.#recalled.get(number);
    this.#drop(number);
    if (found === undefined) return null;
    const { loan } = found;
    loan.called(pid, Math.min(Math.max(0, ago), LONGEST_AGO_MS));
    const known = end ?? this.#early.get(number);
    this.#early.delete(number);
    if (known === undefined) this.#called.set(number, loan);
    else loan.ended(known.code, known.signal);
    return loan;
  }

  ended(number: number, end: LoanEnd): void {
    const loan = this.#called.get(number);
    this.#called.delete(number);
    if (loan !== undefined) loan.ended(end.code, end.signal);
    else if (this.#offers.has(number) || this.#recalled.has(number)) this.#early.set(number, end);
  }

  /** The host has no use for these, and let none of them through. */
  gone(numbers: readonly number[], failed: boolean): void {
    for (const number of numbers) {
      const offered = this.#offers.get(number);
      const found = offered ?? this.#recalled.get(number);
      this.#drop(number);
      if (found === undefined) continue;
      found.loan.release();
      if (failed) this.#failures.set(found.tool, (this.#failures.get(found.tool) ?? 0) + 1);
      // What it depends on is otherwise by now.
      else if (offered !== undefined) this.#want(found.tool, found.data);
    }
  }

  close(): void {
    this.#closed = true;
    if (this.#refill !== null) clearTimeout(this.#refill);
    for (const { loan } of [...this.#offers.values(), ...this.#recalled.values()]) loan.lost();
    for (const loan of this.#called.values()) loan.release();
    this.#offers.clear();
    this.#recalled.clear();
    this.#called.clear();
  }

  #drop(number: number): void {
    this.#offers.delete(number);
    this.#recalled.delete(number);
  }

  #recall(numbers: readonly number[]): readonly Offered[] {
    const recalled = numbers.flatMap((number) => {
      const offered = this.#offers.get(number);
      this.#offers.delete(number);
      if (offered === undefined) return [];
      this.#recalled.set(number, offered);
      return [offered];
    });
    if (numbers.length > 0) this.#port.recall(numbers);
    return recalled;
  }

  #basisNow(): Basis {
    const { engine, asking } = this.#core.parts;
    return {
      generation: engine.generation,
      exported: engine.exportedEnv(asking.root),
      common: JSON.stringify(asking.common({})),
    };
  }

  readonly #onQuiet = (): void => {
    this.#refill = null;
    if (this.#making) return;
    this.#making = true;
    void this.#fill().finally(() => {
      this.#making = false;
      this.check();
    });
  };

  async #fill(): Promise<void> {
    for (const [tool, data] of [...this.#wanted]) {
      // For what cannot be lent nothing is tried again until it is called again.
      this.#wanted.delete(tool);
      if (!this.#isOffered(tool)) await this.#lend(tool, data).catch(ignore);
    }
  }

  async #lend(tool: string, data: Data): Promise<void> {
    const { engine, asking, about } = this.#core.parts;
    const [basis, stand] = [this.#basisNow(), marked(data, randomUUID())];
    if (stand === null) return;
    const call = callIn(stand.data);
    const [known, ...others] = knownCalls(call.native, call.input, about.cwd);
    if (others.length > 0 || known.name === SKILL) return;
    const input = asking.input('PreToolUse', stand.data, toolFields(call, known));
    const lending = await engine.lend(input, MARKED_TIME);
    if (lending === null) return;
    const { loan, stdin } = lending;
    const text = gapped(Buffer.from(stdin).toString('utf8'), stand, tool);
    if (text === null || this.#closed || this.#isAwaited() || !isSame(basis, this.#basisNow())) {
      loan.release();
      return;
    }
    if (this.#offers.size >= MOST_TOOLS) this.#recall([...this.#offers.keys()].slice(0, 1));
    this.#count += 1;
    this.#offers.set(this.#count, { tool, data, loan });
    this.#port.lend({ loan: this.#count, tool, recipe: loan.recipe, input: text });
  }
}

const ignore = (): void => undefined;

const isSame = (one: Basis | null, other: Basis): boolean =>
  one !== null &&
  one.generation === other.generation &&
  one.exported === other.exported &&
  one.common === other.common;
