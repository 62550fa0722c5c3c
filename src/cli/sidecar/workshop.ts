// What the sidecar runs hooks with: an engine that watches its configuration, and a journal.

import { engineOf, settle } from '../../engine/index.js';
import type { EngineWish, MadeEngine, Workshop } from '../../hosts/sidecar/index.js';
import { conversations } from '../../hosts/sidecar/index.js';
import { journalFor, openJournal } from '../../journal/index.js';
import type { Journal } from '../../nouns.js';
import { ownHandlers } from '../work/own-handlers.js';

export const workshop = (env: Readonly<Record<string, string>>): Workshop => ({
  makeEngine: (wish) => makeEngine(wish, env),
  conversations,
});

/** The one place where a session's engine is put together. */
function makeEngine(wish: EngineWish, env: Readonly<Record<string, string>>): MadeEngine {
  const { enabled, allowUserHooks, allowProjectHooks, projectAllow, profile, claudeSettings, plugins } =
    wish.settings;
  const { defaultTimeout, maxTimeout, home } = wish.settings;
  const settled = settle({
    projectDir: wish.cwd,
    env,
    enabled,
    allowUserHooks,
    allowProjectHooks,
    projectAllow,
    profile,
    claudeSettings,
    plugins,
    ...(defaultTimeout === null ? {} : { defaultTimeout }),
    ...(maxTimeout === null ? {} : { maxTimeout }),
    ...(home === null ? {} : { home }),
    watch: true,
    hostModel: wish.model,
    onDiagnostic: wish.onDiagnostic,
    inProcess: ownHandlers,
  });
  const { stateDir, projectDir } = settled;
  const recorded = wish.settings.journal ? journalFor(env, stateDir, projectDir) : null;
  const journal = recorded ?? openJournal({ stateDir, projectDir, enabled: false });
  const engine = engineOf({ ...settled, journal: heardBy(journal, wish.onGeneration) });
  return {
    engine,
    async close() {
      await engine.close();
      await journal.close();
    },
  };
}

/** A journal hears of every generation that comes into force; so does whoever else must know. */
const heardBy = (journal: Journal, onGeneration: EngineWish['onGeneration']): Journal => ({
  inForce(generation) {
    journal.inForce(generation);
    onGeneration(generation);
  },
  idle: (plan, session) => journal.idle(plan, session),
  dispatched: (event) => journal.dispatched(event),
  late: (run, input, texts) => journal.late(run, input, texts),
  flush: () => journal.flush(),
  close: () => journal.close(),
});
