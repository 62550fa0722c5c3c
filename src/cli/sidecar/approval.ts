// How a session's user approves what the project brings: the same survey and the same store as `amplifier-hooks trust`.
import { type Engine, elsewhere, type Settled } from '../../engine/index.js';
import type { Approval, Waiting } from '../../hosts/sidecar/index.js';
import type { Diagnostic } from '../../nouns.js';
import { type Entry, isOfTrust, type Survey, survey, type Trust } from '../../trust/index.js';

/** `null`: trust is off, and nothing waits. */
export function approvalFor(engine: Engine, settled: Settled): Approval | null {
  const { guard } = settled;
  if (guard === null) return null;
  return {
    async waiting() {
      return engine.generation.diagnostics.some(isAboutTrust) ? waitingIn(engine, settled, guard) : null;
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

const isAboutTrust = ({ code }: Diagnostic): boolean => isOfTrust(code);

function waitingIn(engine: Engine, settled: Settled, guard: Trust): Waiting | null {
  const { hooks } = engine.generation;
  // Skills come while a session runs; the engine knows of them, its first options do not.
  const loaded = hooks.flatMap(({ source }) => (source.kind === 'skill' ? [source.file] : []));
  const asked = elsewhere(settled, { skills: [...new Set([...settled.request.skills, ...loaded])] });
  const found = survey(asked.request, settled.stateDir, guard.granted);
  if (found.broken !== null) return null;
  const used = new Set(hooks.flatMap(({ handler }) => (handler.type === 'mcp_tool' ? [handler.server] : [])));
  const waiting = found.entries.filter((entry) => waits(entry, used));
  if (waiting.length === 0) return null;
  return {
    digests: waiting.map(({ identity }) => identity.digest),
    question: async () =>
      (await import('./question.js')).questionFor({ settled: asked, found, waiting, guard }),
  };
}

/** A hook that is off for another reason does not run either way, nor does a server that no hook calls. */
function waits(entry: Entry, usedServers: ReadonlySet<string>): boolean {
  if (entry.state !== 'new' && entry.state !== 'changed') return false;
  if (entry.kind === 'server') return usedServers.has(entry.server.name);
  if (entry.kind === 'settings') return true;
  const { inactive } = entry.hook;
  return inactive === null || inactive.code === 'untrusted';
}

/** What a question is made of. */
export interface Asked {
  readonly settled: Settled;
  readonly found: Survey;
  readonly waiting: readonly Entry[];
  readonly guard: Trust;
}
