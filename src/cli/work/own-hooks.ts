// What the hooks that are there now need of a host, beyond that it tells of every event.
import { loadGeneration } from '../../config/index.js';
import { settle } from '../../engine/index.js';
import type { Call } from '../command.js';
import { flag, loadOptions } from '../options/flags.js';

export interface Needs {
  /** Names of files whose changes hooks wait for: a host watches those that it is told of. */
  readonly watched: readonly string[];
  /** Events that hooks wait for. */
  readonly used: readonly string[];
}

export function needsOfHooks(call: Call): Needs {
  const claudeSettings = flag(call.options, 'claudeSettings');
  const { hooks } = loadGeneration(settle({ ...loadOptions(call), claudeSettings }).request);
  const active = hooks.filter(({ inactive }) => inactive === null);
  const names = active
    .filter(({ event }) => event === 'FileChanged')
    .flatMap(({ matcher }) => (matcher ?? '').split('|'))
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== '*');
  return { watched: [...new Set(names)].sort(), used: [...new Set(active.map(({ event }) => event))] };
}
