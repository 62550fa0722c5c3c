// How a session's user approves what the project brings. What it takes to ask is loaded where something waits.
import type { Engine, Settled } from '../../engine/index.js';
import type { Approval } from '../../hosts/sidecar/index.js';
import { isOfTrust } from '../../trust/index.js';

/** `null`: trust is off, and nothing waits. */
export function approvalFor(engine: Engine, settled: Settled): Approval | null {
  const { guard } = settled;
  if (guard === null) return null;
  return {
    async waiting() {
      // Nobody watches the scripts of hooks: one may have changed since the definitions were read.
      if (engine.generation.hooks.some(({ voice }) => voice === 'project')) engine.reload();
      if (!engine.generation.diagnostics.some(({ code }) => isOfTrust(code))) return null;
      return (await import('./waiting.js')).waitingIn({ hooks: engine.generation.hooks, settled, guard });
    },
    grant(digests) {
      guard.grant(digests);
      engine.reload();
    },
    withdraw(digests) {
      guard.withdraw(digests);
      engine.reload();
    },
    reload: () => void engine.reload(),
  };
}
