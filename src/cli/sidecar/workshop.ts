// What the sidecar runs hooks with: an engine that watches its configuration, and a journal.

import { projectFrom } from '../../config/index.js';
import {
  type EngineOptions,
  engineOf,
  journalDiagnostic,
  readGeneration,
  settle,
} from '../../engine/index.js';
import type { EngineWish, MadeEngine, Workshop } from '../../hosts/sidecar/index.js';
import { conversations } from '../../hosts/sidecar/index.js';
import { type JournalListener, type JournalProblem, journalFor, openJournal } from '../../journal/index.js';
import type { Journal } from '../../nouns.js';
import { ownHandlers } from '../work/own-handlers.js';
import { approvalFor } from './approval.js';

/** What the command line of the sidecar says; it counts for all sessions. */
export interface SidecarWords extends Pick<EngineOptions, 'trust' | 'trustedDigests'> {
  /** A session whose project brings something that nobody approved is not opened. */
  readonly required: boolean;
  /** No process is started before it is needed. */
  readonly cold: boolean;
}

export const workshop = (
  env: Readonly<Record<string, string>>,
  words?: SidecarWords,
  listener: JournalListener | null = null,
): Workshop => ({
  makeEngine: (wish) => makeEngine(wish, env, words ?? { required: false, cold: false }, listener),
  conversations,
});

/** The one place where a session's engine is put together. */
function makeEngine(
  wish: EngineWish,
  env: Readonly<Record<string, string>>,
  { required, cold, ...trusted }: SidecarWords,
  listener: JournalListener | null,
): MadeEngine {
  const { enabled, allowUserHooks, allowProjectHooks, projectAllow, profile, claudeSettings, plugins } =
    wish.settings;
  const { defaultTimeout, maxTimeout, home, trust, warm, matcherMode } = wish.settings;
  const settled = settle({
    projectDir: projectFrom(wish.cwd, { env, home: home ?? undefined, profile, claudeSettings }),
    env,
    enabled,
    allowUserHooks,
    allowProjectHooks,
    projectAllow,
    profile,
    matcherMode,
    claudeSettings,
    plugins,
    ...(defaultTimeout === null ? {} : { defaultTimeout }),
    ...(maxTimeout === null ? {} : { maxTimeout }),
    ...(home === null ? {} : { home }),
    ...(trust === null ? {} : { trust }),
    ...trusted,
    warm: cold || !warm ? 'off' : 'learned',
    watch: true,
    hostModel: wish.model,
    onDiagnostic: wish.onDiagnostic,
    inProcess: ownHandlers,
  });
  const { stateDir, projectDir } = settled;
  if (required) {
    const waits = readGeneration(settled).diagnostics.find(({ code }) => code === 'hooks-untrusted');
    if (waits !== undefined) throw new Error(`${waits.message}. ${waits.hint}`);
  }
  const { journal: how } = wish.settings;
  const heard = listener === null ? {} : { listener };
  const onProblem = (problem: JournalProblem): void => wish.onDiagnostic(journalDiagnostic(problem));
  const kept = how === 'full' ? { ...heard, full: true } : heard;
  const recorded = how === false ? null : journalFor(env, stateDir, projectDir, onProblem, kept);
  const journal = recorded ?? openJournal({ stateDir, projectDir, enabled: false, ...heard });
  const engine = engineOf({ ...settled, journal: heardBy(journal, wish.onGeneration) });
  return {
    engine,
    approval: approvalFor(engine, settled),
    async close() {
      await engine.close();
      await journal.close();
    },
  };
}

/** A journal hears of every generation that comes into force; so does whoever else must know. */
const heardBy = (journal: Journal, onGeneration: EngineWish['onGeneration']): Journal => ({
  ...(journal.wantsAll === undefined ? {} : { wantsAll: journal.wantsAll }),
  inForce(generation) {
    journal.inForce(generation);
    onGeneration(generation);
  },
  idle: (plan, session, times) => journal.idle(plan, session, times),
  unknown: (event, session) => journal.unknown(event, session),
  dispatched: (event) => journal.dispatched(event),
  observed: (seen) => journal.observed?.(seen),
  late: (run, input, texts) => journal.late(run, input, texts),
  flush: () => journal.flush(),
  close: () => journal.close(),
});
