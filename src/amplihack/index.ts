// The room `amplihack`: ready handlers, run as the executable `amplihack-hooks` or in process.

export { LIMITS, type Limits } from './context.js';
export { type InProcessOptions, inProcessRunner } from './in-process.js';
export { lock, lockCommand, unlock } from './lock-mode/command.js';
export { isOurCommand, isOurEntry } from './registrations/ours.js';
export { withoutOurs } from './registrations/remove.js';
export { type Ended, runAmplihack, type Situation } from './run.js';
export { findSubcommand, type HandlerName, SUBCOMMANDS, type Subcommand } from './subcommands.js';
