/**
 * Amplifier's hook kernel: a registry of handlers, the results they give, and what a host does with a result.
 * It depends on no other part of the engine and can be used alone, as `amplifier-hooks/kernel`.
 */

export { type ApprovalSystem, ApprovalTimeoutError, rememberAllowAlways } from './approval.js';
export {
  type ApprovalDefault,
  type ContextInjection,
  type EventData,
  type HookAction,
  type HookAnswer,
  type HookResult,
  hookResult,
  type InjectionRole,
  type MessageLevel,
  type ParsedHookResult,
  parseHookResult,
} from './hook-result.js';
export {
  type ContextMessage,
  type ContextSink,
  createResultProcessor,
  type DisplaySystem,
  InjectionTooLargeError,
  type ResultProcessor,
  type ResultProcessorOptions,
} from './processor.js';
export {
  type HookHandler,
  HookRegistry,
  type HookRegistryOptions,
  type RegisterOptions,
} from './registry.js';
export { type Clock, type Log, type LogCode, type LogEntry, systemClock } from './system.js';
