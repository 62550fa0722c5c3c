// Which model hooks ask; the host's own may differ from session to session.
import { chooseModel, describeModel } from '../../models/index.js';
import type { Model } from '../../nouns.js';
import type { Settled } from '../options.js';
import { readModelSettings } from './settings.js';

export function modelFor(settled: Settled): (session: string) => Model {
  const { config, problem } = readModelSettings(settled);
  const { env, onDiagnostic, hostModel } = settled;
  const chosen = (host: Model | null) =>
    problem === null ? chooseModel({ env, config, host, onDiagnostic }) : unusable(problem);
  // One for all sessions, because it remembers what its server lacks; the host's is made anew.
  const own = chosen(null);
  return (session) => {
    const host = hostModel(session);
    const isAsked = host !== null && describeModel({ env, config, host }).provider === 'host';
    return isAsked ? chosen(host) : own;
  };
}

/** A configuration that cannot be read decides where keys go; nothing is guessed from it. */
const unusable = (message: string): Model => ({
  complete: () => Promise.resolve({ ok: false, kind: 'none', where: 'no model', message }),
});
