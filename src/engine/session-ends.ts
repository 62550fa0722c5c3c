// Ends what goes on for a session when the session does.

export class SessionEnds {
  readonly #ends = new Map<string, AbortController>();

  signalOf(session: string): AbortSignal {
    const known = this.#ends.get(session);
    if (known !== undefined) return known.signal;
    const end = new AbortController();
    this.#ends.set(session, end);
    return end.signal;
  }

  end(session: string): void {
    this.#ends.get(session)?.abort('the session ended');
    this.#ends.delete(session);
  }

  /** Nothing goes on any more: nothing is kept for sessions that nobody ends. */
  clear(): void {
    this.#ends.clear();
  }
}
