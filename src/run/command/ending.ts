// Ends runs that are over their time or no longer wanted: TERM to all of it, a moment to clean up, then KILL.
import {
  listProcesses,
  type ProcessEntry,
  signalProcess,
  signalTree,
} from '../../machine/processes/index.js';
import { outsideGroup } from './processes.js';

const GRACE_MS = 1500;
/** How long to wait for the system to take away what was killed. */
const AFTER_KILL_MS = 400;
const POLL_MS = 40;

/** A started process with all that it started. */
export interface Doomed {
  /** Process id of the leader, and id of its group. */
  readonly pid: number;
  readonly mark: string;
  /** The leader has ended and is reaped. */
  readonly reaped: boolean;
  /** Nothing of it is left, or nothing more can be done. */
  gone(): void;
}

interface Case {
  readonly doomed: Doomed;
  phase: 'new' | 'asked' | 'killed';
  /** When the present phase is over at the latest. */
  until: number;
  outside: readonly number[];
}

export class Endings {
  readonly #cases = new Map<Doomed, Case>();
  #timer: NodeJS.Timeout | null = null;
  #scheduled = false;
  #whenIdle: (() => void)[] = [];

  /** Begins soon: what is doomed in the same turn shares one look at the process table. */
  end(doomed: Doomed): void {
    if (this.#cases.has(doomed)) return;
    this.#cases.set(doomed, { doomed, phase: 'new', until: 0, outside: [] });
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#ask();
    });
  }

  /** Settles when nothing is left to end; bounded by the times above. */
  async idle(): Promise<void> {
    if (this.#cases.size === 0) return;
    this.#timer?.ref();
    await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  #ask(): void {
    const processes = listProcesses();
    const until = performance.now() + GRACE_MS;
    for (const entry of this.#cases.values()) {
      if (entry.phase !== 'new') continue;
      entry.phase = 'asked';
      entry.until = until;
      // Looked up before anybody dies: then parents still tell whose child is whose.
      entry.outside = outsideGroup(processes, entry.doomed.pid, entry.doomed.mark);
    }
    for (const entry of this.#cases.values()) if (entry.until === until) signalAll(entry, 'SIGTERM');
    this.#timer ??= setInterval(() => this.#look(), POLL_MS);
    // A host that is done need not wait: at its exit everything left is killed.
    if (this.#whenIdle.length === 0) this.#timer.unref();
  }

  #look(): void {
    const now = performance.now();
    let known: readonly ProcessEntry[] | null = null;
    const processes = (): readonly ProcessEntry[] => {
      known ??= listProcesses();
      return known;
    };
    for (const entry of [...this.#cases.values()]) {
      if (entry.phase === 'new') continue;
      entry.outside = entry.outside.filter((pid) => signalProcess(pid, 0));
      if (now < entry.until && isAlive(entry, processes)) continue;
      if (entry.phase === 'killed') {
        this.#close(entry);
        continue;
      }
      // Also when all seems gone: a handler of TERM may have started somebody new.
      const found = outsideGroup(processes(), entry.doomed.pid, entry.doomed.mark);
      entry.outside = [...new Set([...entry.outside, ...found])];
      entry.phase = 'killed';
      entry.until = now + AFTER_KILL_MS;
      if (isAlive(entry, processes)) signalAll(entry, 'SIGKILL');
      else this.#close(entry);
    }
  }

  #close(entry: Case): void {
    this.#cases.delete(entry.doomed);
    entry.doomed.gone();
    if (this.#cases.size > 0) return;
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }
}

/** At once and without waiting, for the end of the host. */
export function killNow(doomed: Iterable<Doomed>): void {
  const all = [...doomed];
  if (all.length === 0) return;
  const processes = listProcesses();
  for (const { pid, mark, reaped } of all) {
    const outside = outsideGroup(processes, pid, mark);
    // The number of a reaped leader belongs to its group only while the group has members.
    const group = !reaped || processes.some((entry) => entry.group === pid);
    if (group) signalTree(pid, 'SIGKILL', reaped);
    for (const one of outside) signalProcess(one, 'SIGKILL');
  }
}

/** Polled often enough that the group's number cannot have gone to somebody else in between. */
function isAlive({ doomed, outside }: Case, processes: () => readonly ProcessEntry[]): boolean {
  if (!doomed.reaped || outside.length > 0) return true;
  if (!signalTree(doomed.pid, 0, true)) return false;
  // A group of the dead that nobody has reaped yet still takes signals; the process table leaves them out.
  const all = processes();
  return all.length === 0 || all.some(({ group }) => group === doomed.pid);
}

function signalAll({ doomed, outside }: Case, signal: NodeJS.Signals): void {
  signalTree(doomed.pid, signal, doomed.reaped);
  for (const pid of outside) signalProcess(pid, signal);
}
