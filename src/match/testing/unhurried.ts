// `within-time` as a busy machine needs it, for `vi.mock`: what comes to an end must do so there too.
import { vi } from 'vitest';

const real = await vi.importActual<typeof import('../within-time.js')>('../within-time.js');

const PATIENCE = 4;

/** The limits that were asked for, in milliseconds, in this order. */
export const limits: number[] = [];

/** A fraction of what it is, so that budgets are as patient. */
export const cpuMs: typeof real.cpuMs = () => real.cpuMs() / PATIENCE;

/** Allows several times as much as is asked for. */
export const withinTime: typeof real.withinTime = (milliseconds, work) => {
  limits.push(milliseconds);
  return real.withinTime(milliseconds * PATIENCE, work);
};
