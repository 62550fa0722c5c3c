// The door `hosts/sidecar`: the conversation with a host over two streams.
export { conversations } from './converse.js';
export type { EngineWish, MadeEngine } from './engines.js';
export {
  claudeOutput,
  HOST_NOTIFICATIONS,
  HOST_REQUESTS,
  SIDECAR_NOTIFICATIONS,
  SIDECAR_REQUESTS,
} from './protocol.js';
export type { Approval, Question, Waiting } from './questions.js';
export { Server, type Workshop } from './server.js';
