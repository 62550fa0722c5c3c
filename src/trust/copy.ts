// Judges a copy of a project as the project itself is judged.
import type { ConfigRequest, Judge } from '../config/index.js';
import { serverItem } from './identity.js';
import { survey } from './survey.js';
import type { Trust } from './trust.js';

/** Hooks are left as they are: who makes the copy leaves out those that may not run. */
export function judgeOfCopy(request: ConfigRequest, { options }: Trust): Judge {
  const { entries } = survey(request, options.stateDir, options.digests);
  const waits = new Map(
    entries.filter(({ state }) => state !== 'trusted').map((one) => [one.identity.item, one.state]),
  );
  return () => ({
    files: [],
    settings: () => !waits.has('settings'),
    hook: (hook) => hook,
    together: (hooks) => hooks,
    server: ({ name }) => (waits.has(serverItem(name)) ? 'nobody approved it yet' : null),
    diagnostics: () => [],
  });
}
