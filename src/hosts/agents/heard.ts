// What a host makes of an answer. Each host has a model of its reading in `reads.ts`, written from what was measured; it knows nothing
// of how we answer.
import type { AgentAnswer, Fields } from './agent.js';

export interface Heard {
  /** What the event is about happens: the tool runs, the prompt is sent, the agent stops. */
  readonly happens: boolean;
  /** The user is asked first; where nobody can be asked, `happens` says what comes of it. */
  readonly asks: boolean;
  /** The run ends here. */
  readonly ends: boolean;
  /** Fields of the input that the tool runs with instead of its own; `null`: it runs with its own. */
  readonly input: Fields | null;
  /** What the model reads. */
  readonly model: string;
  /** What the user is shown. */
  readonly user: string;
  /** The result of the tool is not what the model gets. */
  readonly replaced: boolean;
}

export const UNHEARD: Heard = {
  happens: true,
  asks: false,
  ends: false,
  input: null,
  model: '',
  user: '',
  replaced: false,
};

/** How a host reads an answer to one of its events, under the host's own name. */
export type Reads = (event: string, answer: Printed) => Heard;

/** What a deny must come to: it does not happen, or the model does not get what came of it. */
export const isBlocked = ({ happens, replaced }: Heard): boolean => !happens || replaced;

/** An answer as a host gets it: what our own words about it are is no part of it. */
export type Printed = Pick<AgentAnswer, 'exitCode' | 'stdout' | 'stderr'>;

/** What a text is as JSON: its object, also where it stands in a string; `null`: it is not JSON. */
export function objectIn(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    const inner: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return typeof inner === 'object' && inner !== null ? { ...inner } : null;
  } catch {
    return null;
  }
}

export const fieldsIn = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
