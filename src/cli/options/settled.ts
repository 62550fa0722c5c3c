// The options of a command that loads hooks, settled once.
import { type Settled, settle } from '../../engine/index.js';
import type { Call } from '../command.js';
import { ownHandlers } from '../work/own-handlers.js';
import { loadOptions } from './flags.js';
import { trustOptions } from './trust-flags.js';

/** What the flags of a call say, with nothing left open. */
export const settledOptions = (call: Call): Settled =>
  // A command ends with its event: nothing that it kept ready would be used.
  settle({ ...loadOptions(call), ...trustOptions(call), inProcess: ownHandlers, warm: 'off' });
