// How a command learns that a signal ends it.
import { Ender, type EndSignal } from '../end-signal.js';
import type { Io } from './io.js';

/** Aborted when a signal ends the command, which may be played where none comes. */
export const interruptionOf = ({ interruption: ask }: Io): EndSignal =>
  ask === undefined ? new Ender() : ask();

/** Waits, but not when the signal has come. */
export function unlessAborted(work: Promise<void>, signal: EndSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
