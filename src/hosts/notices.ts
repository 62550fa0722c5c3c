// What the engine itself has to tell the user about an event.
import type { Decision } from '../nouns.js';

export const noticesOf = ({ diagnostics }: Pick<Decision, 'diagnostics'>): readonly string[] =>
  diagnostics.filter(({ tell }) => tell === true).map(({ message }) => message);
