// Hands an event to the engine the way a host does, including the moment at which edited settings are taken over.
import type { Engine } from '../../engine/index.js';
import type { HookInput } from '../../events/index.js';
import type { Decision, Diagnostic } from '../../nouns.js';

export interface Delivered {
  readonly decision: Decision;
  /** From handing over the event to the result. */
  readonly elapsedMs: number;
  /** What the engine said about the edited settings. */
  readonly reloaded: readonly Diagnostic[];
}

/** A ConfigChange is announced before the edit is taken over, so that its hooks can refuse it. */
export async function deliver(
  engine: Engine,
  input: HookInput,
  { edited, signal }: { readonly edited: boolean; readonly signal: AbortSignal },
): Promise<Delivered> {
  const announced = input.row.name === 'ConfigChange';
  const early = edited && !announced ? engine.reload().diagnostics : [];
  const before = performance.now();
  const decision = await engine.dispatch(input, { signal });
  const elapsedMs = performance.now() - before;
  const after = edited && announced && !decision.blocked ? engine.reload().diagnostics : [];
  return { decision, elapsedMs, reloaded: [...early, ...after] };
}
