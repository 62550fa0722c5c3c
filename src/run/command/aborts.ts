// Watches abort signals with one listener each, however many hooks share one.
import type { EndSignal } from '../../end-signal.js';

interface Watch {
  readonly tell: Set<() => void>;
  readonly listener: () => void;
}

export class Aborts {
  readonly #watches = new Map<EndSignal, Watch>();

  watch(signal: EndSignal, tell: () => void): void {
    const known = this.#watches.get(signal);
    if (known !== undefined) {
      known.tell.add(tell);
      return;
    }
    const all = new Set([tell]);
    const listener = () => {
      this.#watches.delete(signal);
      for (const one of all) one();
    };
    this.#watches.set(signal, { tell: all, listener });
    signal.addEventListener('abort', listener, { once: true });
  }

  unwatch(signal: EndSignal, tell: () => void): void {
    const watch = this.#watches.get(signal);
    if (watch === undefined) return;
    watch.tell.delete(tell);
    if (watch.tell.size > 0) return;
    this.#watches.delete(signal);
    signal.removeEventListener('abort', watch.listener);
  }
}

/** In the words of whoever aborted. */
export function abortReason(signal: EndSignal): string {
  const reason: unknown = signal.reason;
  if (typeof reason === 'string') return reason;
  return reason instanceof Error && reason.name !== 'AbortError' ? reason.message : 'the event was aborted';
}
