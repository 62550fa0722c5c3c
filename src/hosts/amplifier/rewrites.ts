// Inputs that hooks rewrote and this host cannot apply: the agent is told to call again with them, and may then.
import { isDeepStrictEqual } from 'node:util';

/** Inputs the agent was told to use; beyond this many the oldest are forgotten. */
const MOST_REMEMBERED = 100;

export class Rewrites {
  #asked: { readonly native: string; readonly input: unknown }[] = [];

  /** Whether this is a call the agent was told to make. */
  wasAsked(native: string, input: unknown): boolean {
    return this.#asked.some((entry) => entry.native === native && isDeepStrictEqual(entry.input, input));
  }

  /** Remembers the input and says what the agent has to do. */
  askFor(native: string, input: Readonly<Record<string, unknown>>): string {
    if (!this.wasAsked(native, input)) {
      this.#asked.push({ native, input });
      if (this.#asked.length > MOST_REMEMBERED) this.#asked.shift();
    }
    return `A hook rewrote the input of this call, and this host cannot apply the change. The call did not run. Call ${native} again with exactly this input:\n${JSON.stringify(input)}`;
  }
}
