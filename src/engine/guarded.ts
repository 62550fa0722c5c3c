// What goes wrong in the engine while a hook is run is the engine's fault, and never a decision of the hook.
import type { Hook, Run } from '../nouns.js';
import { traceOf } from '../text/index.js';

export const guarded = (hook: Hook, work: () => Promise<Run>): Promise<Run> =>
  new Promise<Run>((resolve) => resolve(work())).catch((error: unknown): Run => {
    const why = `fault in the engine, not in the hook: ${traceOf(error)}`;
    return { hook, outcome: { kind: 'refused', why, fault: { error } }, durationMs: 0 };
  });
