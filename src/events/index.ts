// The room `events`: what an event is.

export { aboutUnknown } from './about-unknown.js';
export { beyondBounds, DEEPEST, LARGEST, plainFields } from './bounds.js';
export { FOREIGN_EVENTS } from './foreign.js';
export type { HookInput, InputProblem, InputResult, UnknownInput } from './input.js';
export {
  FIELD_ALIASES,
  leftOut,
  matcherTarget,
  outOfBounds,
  parseInput,
  readInput,
  readJson,
  unread,
  withFields,
} from './input.js';
export { fits, kindInWords } from './kinds.js';
export { ownDecision } from './own-decision.js';
export { type RenderOptions, renderFields, renderStdin } from './render.js';
export type * from './row.js';
export type { AmplifierEvent, EventName, KnownEventRow } from './table.js';
export { COMMON_FIELDS, EVENT_NAMES, eventRow, findEventRow, hasOwnDecision, isEventName } from './table.js';
export {
  canonicalToolName,
  isMcpTool,
  KNOWN_TOOLS,
  LEGACY_TOOL_NAMES,
  mcpToolName,
  NATIVE_TOOLS,
  type NativeTool,
  nativeToolAliases,
  toolNamesFor,
} from './tools.js';
