// How something that is under way is told to end.

/** What is asked of an `AbortSignal`. Whatever is that much of one will do: Node's own takes a while to load. */
export interface EndSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(event: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(event: 'abort', listener: () => void): void;
}

/** As an `AbortController` with its signal, for a process that has hardly anything else to do. */
export class Ender implements EndSignal {
  aborted = false;
  reason: unknown;
  readonly #listeners = new Set<() => void>();

  addEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }

  abort(reason: string): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener();
  }
}

/** Node's own kind, for what takes no other. */
export function nativeSignal(signal: EndSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return controller.signal;
}
