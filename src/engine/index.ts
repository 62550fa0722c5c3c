// The room `engine`: the road from an event to a decision.
import type { Engine } from './engine.js';
import { HookEngine } from './hook-engine.js';
import { type EngineOptions, type Settled, settle } from './options.js';

export { TRUST_MODES } from '../config/index.js';
export { readGeneration } from './definitions.js';
export { type Details, hookDetails } from './details.js';
export { journalDiagnostic } from './diagnostic.js';
export type { DispatchOptions, Engine, Lending } from './engine.js';
export {
  type KnownServers,
  knownServers,
  type ServerInWords,
  serverInWords,
  serverLine,
} from './mcp-servers.js';
export {
  type ClaudeSettingsOptions,
  type EngineOptions,
  elsewhere,
  type Handed,
  type HandOver,
  type Settled,
  settle,
  unjudged,
} from './options.js';
export { TEXT_LIMIT } from './spill.js';
export { timeoutFor } from './timeouts.js';

/**
 * Makes an engine for a project.
 *
 * @example
 * const engine = createEngine({ projectDir: process.cwd() });
 * const event = parseInput({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } });
 * if (event.ok && event.input.kind === 'known') {
 *   const decision = await engine.dispatch(event.input);
 *   console.log(decision.permission, decision.reason);
 * }
 * await engine.close();
 */
export function createEngine(options: EngineOptions): Engine {
  return engineOf(settle(options));
}

/** The same for options that are settled already. */
export const engineOf = (settled: Settled): Engine => new HookEngine(settled);
