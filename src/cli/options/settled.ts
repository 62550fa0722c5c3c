// The options of a command that loads hooks, settled once.
import { type Stats, statSync } from 'node:fs';
import { type Settled, settle } from '../../engine/index.js';
import { hasCode } from '../../text/index.js';
import type { Call } from '../command.js';
import { UserError } from '../io.js';
import { ownHandlers } from '../work/own-handlers.js';
import { loadOptions } from './flags.js';
import { trustOptions } from './trust-flags.js';

/** What the flags of a call say, with nothing left open. Throws `UserError` where something that was named is not there. */
export function settledOptions(call: Call): Settled {
  const load = loadOptions(call);
  for (const folder of load.plugins) namedThere('plugin', folder, 'folder');
  for (const file of load.skills) namedThere('skill', file, 'file');
  for (const file of load.agents) namedThere('agent', file, 'file');
  // A command ends with its event: nothing that it kept ready would be used.
  return settle({ ...load, ...trustOptions(call), inProcess: ownHandlers, warm: 'off' });
}

/** A host goes on without what is missing and says so; a person who named it wants to know at once. */
function namedThere(option: string, path: string, kind: 'file' | 'folder'): void {
  const found = foundAt(path);
  if (found === null) throw new UserError(`--${option} ${path} is not there`, 'Check the spelling.');
  if (kind === 'folder' ? !found.isDirectory() : found.isDirectory())
    throw new UserError(`--${option} ${path} is not a ${kind}`);
}

/** What cannot be looked at is told where it is read. */
function foundAt(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}
