// Parts of payloads, whose shape nobody vouches for.
import { isRecord } from '../../text/index.js';
import type { Fields } from './agent.js';

/** An object, or an empty one in its place. */
export const record = (value: unknown): Fields => (isRecord(value) ? value : {});

/** Some hosts send lists and objects as JSON in a text; other texts are what they are. */
export function fromText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Why something failed, where hooks expect a text. */
export const inWords = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? value : (JSON.stringify(value ?? undefined) ?? 'It failed.');
