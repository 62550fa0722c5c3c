// What is tried: a way into the engine, inputs for it, and what must hold for each of them.
import type { Random } from './random.js';

export interface Target {
  readonly name: string;
  /** Of all inputs. */
  readonly share: number;
  /** One input, given to the way in. Throws where something does not hold. */
  tryOne(random: Random): void | Promise<void>;
  close?(): Promise<void>;
}

export function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}
