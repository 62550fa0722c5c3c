// What the hooks that are there now need of a host, beyond that it tells of every event.
import { loadGeneration } from '../../config/index.js';
import type { ConnectScope, Needs } from '../../connect/index.js';
import { settle } from '../../engine/index.js';
import type { Generation } from '../../nouns.js';
import { voiceOfScope } from '../../voices.js';
import type { Call } from '../command.js';
import { flag, loadOptions } from '../options/flags.js';

/**
 * Of hooks that run wherever the connection counts: what a project's hooks need does not get into the user's own files, and what only
 * this user's hooks need not into those that others have too.
 */
export function needsOfHooks(call: Call): (scope: ConnectScope) => Needs {
  const claudeSettings = flag(call.options, 'claudeSettings');
  let loaded: Generation['hooks'] | null = null;
  return (scope) => {
    // Most people have connected no agent, and then nobody asks.
    loaded ??= loadGeneration(settle({ ...loadOptions(call), claudeSettings }).request).hooks;
    const hooks = loaded;
    const meant = hooks.filter(
      ({ inactive, source }) =>
        inactive === null && (voiceOfScope(source.scope) === 'project') === (scope === 'project'),
    );
    const names = meant
      .filter(({ event }) => event === 'FileChanged')
      .flatMap(({ matcher }) => (matcher ?? '').split('|'))
      .map((name) => name.trim())
      .filter((name) => name !== '' && name !== '*');
    return { watched: [...new Set(names)].sort(), used: [...new Set(meant.map(({ event }) => event))] };
  };
}
