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
