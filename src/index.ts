/**
 * amplifier-hooks: runs Claude-Code-format hooks for any agent host.
 * An event goes in, the hooks it concerns run, one decision comes out.
 */
export { type ClaudeSettingsOptions, createEngine, type Engine, type EngineOptions } from './engine/index.js';
export {
  EVENT_NAMES,
  type EventName,
  eventRow,
  type HookInput,
  type InputProblem,
  type InputResult,
  parseInput,
  readInput,
  type UnknownInput,
} from './events/index.js';
export {
  type ClaudeOutput,
  type MountOptions,
  mountHooks,
  toClaudeOutput,
  toHookResult,
} from './hosts/index.js';
export { type JournalOptions, openJournal } from './journal/index.js';
export type { ModelConfig } from './models/index.js';
export type {
  Decision,
  Diagnostic,
  Dispatched,
  Failure,
  Generation,
  Hook,
  HookId,
  Journal,
  Model,
  ModelFailure,
  ModelReply,
  ModelRequest,
  Outcome,
  Permission,
  Plan,
  PlanEntry,
  Run,
  Runner,
  Said,
  SkipReason,
  Task,
} from './nouns.js';
export type { ProfileName } from './profiles.js';
