/**
 * amplifier-hooks: runs Claude-Code-format hooks for any agent host.
 * An event goes in, the hooks it concerns run, one decision comes out.
 */
export type { Reload } from './config/index.js';
export { type ClaudeSettingsOptions, createEngine, type Engine, type EngineOptions } from './engine/index.js';
export {
  type BlockEffect,
  type ContextTarget,
  EVENT_NAMES,
  type EventName,
  type EventRow,
  eventRow,
  type FieldKind,
  type HandlerType,
  type HookInput,
  type HostSupport,
  type InputField,
  type InputProblem,
  type InputResult,
  type KnownEventRow,
  type MessageTarget,
  parseInput,
  readInput,
  type SpecificFields,
  type StdoutTarget,
  type UnknownInput,
  type VerdictEffect,
} from './events/index.js';
export { type MountOptions, mountHooks } from './hosts/amplifier/mount.js';
export { toHookResult } from './hosts/amplifier/to-hook-result.js';
export { type ClaudeOutput, toClaudeOutput } from './hosts/claude/to-claude-output.js';
export { type JournalOptions, type JournalProblem, openJournal } from './journal/index.js';
export {
  type ModelConfig,
  type Price,
  type Provider,
  type RecordedModel,
  recordedModel,
  recordedModelFrom,
} from './models/index.js';
export type {
  CommandHandler,
  Decision,
  Diagnostic,
  Dispatched,
  Failure,
  Generation,
  Handler,
  Hook,
  HookId,
  HookSource,
  HttpHandler,
  HttpPolicy,
  Inactive,
  Journal,
  LaunchProblem,
  McpToolHandler,
  Model,
  ModelFailure,
  ModelHandler,
  ModelMessage,
  ModelReply,
  ModelRequest,
  ModelStep,
  ModelTool,
  ModelToolCall,
  ModelWork,
  Outcome,
  Permission,
  Plan,
  PlanEntry,
  Printed,
  Quarantined,
  Run,
  Runner,
  RunReason,
  Said,
  Scope,
  Severity,
  SkipReason,
  SourceReport,
  Task,
  Verdict,
} from './nouns.js';
export type { ProfileName } from './profiles.js';
