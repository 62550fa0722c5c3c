// Looking into JSON that others made, without trusting its shape.
import { isRecord } from '../text/index.js';

export type Json = Readonly<Record<string, unknown>>;

export function record(value: unknown): Json {
  return isRecord(value) ? value : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A count that makes sense; `null` otherwise. */
export function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

/** `undefined` where the text is not JSON (JSON itself has no `undefined`). */
export function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
