// Time and chance, given from outside so that back-off can be tested without waiting.

export interface Clock {
  /** Milliseconds, never going back. */
  now(): number;
  /** Ends early when the signal fires; never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
}

export const realClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done, { once: true });
      if (signal.aborted) done();
    }),
  random: () => Math.random(),
};
